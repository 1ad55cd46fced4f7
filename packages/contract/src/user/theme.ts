import * as z from 'zod/mini'
import { del, get, put } from '../core/call.ts'

/** The product spec's nine themes, and its `background`: the dark menu, always with a picture. */
export const themeNames = [
  'blue-white',
  'blue-black',
  'green-white',
  'green-black',
  'purple-white',
  'purple-black',
  'red-white',
  'red-black',
  'ocean',
  'background',
] as const
export const layouts = [
  'vertical',
  'horizontal',
  'column',
  'comprehensive',
  'float',
  'common',
] as const
export const menuBackgrounds = ['none', 'decorated'] as const
export const columnStyles = ['vertical', 'horizontal', 'card', 'arrow'] as const
export const tabStyles = ['card', 'smart', 'smooth'] as const
export const colorSchemes = ['light', 'dark', 'system'] as const

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z._default(z.enum(values), values[0])
const on = () => z._default(z.boolean(), true)

const members = {
  layout: oneOf(layouts),
  themeName: oneOf(themeNames),
  /** The menu's background. */
  background: oneOf(menuBackgrounds),
  columnStyle: oneOf(columnStyles),
  fixedHeader: on(),
  showProgressBar: on(),
  showTabs: on(),
  tabsBarStyle: z._default(z.enum(tabStyles), 'smooth'),
  showTabsIcon: on(),
  showLanguage: on(),
  showRefresh: on(),
  showSearch: on(),
  /** The theme button of the bar. */
  showTheme: on(),
  showNotice: on(),
  showFullScreen: on(),
  /** The handle at the page's edge that opens the theme drawer. */
  showThemeSetting: on(),
  showPageTransition: on(),
  /** The sidebar folded to icons. */
  collapse: z._default(z.boolean(), false),
  /** The content's colours; `system` follows the computer. */
  colorScheme: z._default(z.enum(colorSchemes), 'system'),
}
/** How the console looks to one user; the names are the product spec's (section 3). */
export const themeSettings = z.object(members)
export type ThemeSettings = z.output<typeof themeSettings>

/** Blue-white, vertical, fixed header, tabs shown in style smooth (product spec, section 9). */
export const defaultTheme: ThemeSettings = themeSettings.parse({})

const path = '/admin/user/v1/user/theme'

/** The signed-in user's own theme; the default until he has saved one. */
export const userTheme = {
  get: get(path, 'signedIn', { reply: themeSettings }),
  save: put(path, 'signedIn', { body: z.strictObject(members), reply: themeSettings }),
  /** Forgets the user's own and answers the default. */
  reset: del(path, 'signedIn', { reply: themeSettings }),
}
