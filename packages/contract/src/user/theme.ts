import * as z from 'zod/mini'
import { del, get, put } from '../core/call.ts'
import { once } from '../core/once.ts'

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

/** Written out, because the console needs it before it needs any schema. */
const shipped = {
  layout: 'vertical',
  themeName: 'blue-white',
  background: 'none',
  columnStyle: 'vertical',
  fixedHeader: true,
  showProgressBar: true,
  showTabs: true,
  tabsBarStyle: 'smooth',
  showTabsIcon: true,
  showLanguage: true,
  showRefresh: true,
  showSearch: true,
  showTheme: true,
  showNotice: true,
  showFullScreen: true,
  showThemeSetting: true,
  showPageTransition: true,
  collapse: false,
  colorScheme: 'system',
} as const

const oneOf = <const T extends readonly [string, ...string[]]>(values: T, otherwise: T[number]) =>
  z._default(z.enum(values), otherwise)
const flag = (otherwise: boolean) => z._default(z.boolean(), otherwise)

const members = once(() => ({
  layout: oneOf(layouts, shipped.layout),
  themeName: oneOf(themeNames, shipped.themeName),
  /** The menu's background. */
  background: oneOf(menuBackgrounds, shipped.background),
  columnStyle: oneOf(columnStyles, shipped.columnStyle),
  fixedHeader: flag(shipped.fixedHeader),
  showProgressBar: flag(shipped.showProgressBar),
  showTabs: flag(shipped.showTabs),
  tabsBarStyle: oneOf(tabStyles, shipped.tabsBarStyle),
  showTabsIcon: flag(shipped.showTabsIcon),
  showLanguage: flag(shipped.showLanguage),
  showRefresh: flag(shipped.showRefresh),
  showSearch: flag(shipped.showSearch),
  /** The theme button of the bar. */
  showTheme: flag(shipped.showTheme),
  showNotice: flag(shipped.showNotice),
  showFullScreen: flag(shipped.showFullScreen),
  /** The handle at the page's edge that opens the theme drawer. */
  showThemeSetting: flag(shipped.showThemeSetting),
  showPageTransition: flag(shipped.showPageTransition),
  /** The sidebar folded to icons. */
  collapse: flag(shipped.collapse),
  /** The content's colours; `system` follows the computer. */
  colorScheme: oneOf(colorSchemes, shipped.colorScheme),
}))
/** How the console looks to one user; the names are the product spec's (section 3). */
export const themeSettings = once(() => z.object(members()))
export type ThemeSettings = z.output<ReturnType<typeof themeSettings>>

/** Blue-white, vertical, fixed header, tabs shown in style smooth (product spec, section 9). */
export const defaultTheme: ThemeSettings = shipped

const path = '/admin/user/v1/user/theme'

/** The signed-in user's own theme; the default until he has saved one. */
export const userTheme = {
  get: get(path, 'signedIn', () => ({ reply: themeSettings() })),
  save: put(path, 'signedIn', () => ({ body: z.strictObject(members()), reply: themeSettings() })),
  /** Forgets the user's own and answers the default. */
  reset: del(path, 'signedIn', () => ({ reply: themeSettings() })),
}
