import { expect, it } from 'vitest'
import { defaultTheme, themeSettings } from './theme.ts'

it('has the fields of the product spec with its defaults', () => {
  const { colorScheme, ...specified } = defaultTheme
  expect(colorScheme).toBe('system')
  expect(specified).toEqual({
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
  })
})

it('fills in what an older version did not know', () => {
  expect(themeSettings().parse({ layout: 'float' })).toEqual({ ...defaultTheme, layout: 'float' })
})
