import type { TextKey, WebsiteField } from '@muster/contract'

/** What each member of the website part is called. */
export const websiteTexts: Readonly<Record<WebsiteField, TextKey>> = {
  webName: 'customize.webName',
  sideTitle: 'customize.sideTitle',
  logo: 'website.logo',
  favicon: 'website.favicon',
  background: 'website.background',
  copyright: 'website.copyright',
  themeName: 'customize.theme',
  language: 'customize.language',
  support: 'customize.support',
  termsUrl: 'customize.termsUrl',
  privacyUrl: 'customize.privacyUrl',
  mailServerId: 'customize.mailServer',
}

export const sideTitleTexts = {
  '1': 'customize.sideTitleShown',
  '0': 'customize.sideTitleHidden',
} as const

/** The themes that a site may have. */
export const siteThemeTexts = {
  'blue-white': 'theme.themeName.blue-white',
  'blue-black': 'theme.themeName.blue-black',
  'green-white': 'theme.themeName.green-white',
  'green-black': 'theme.themeName.green-black',
  'purple-white': 'theme.themeName.purple-white',
  'purple-black': 'theme.themeName.purple-black',
  'red-white': 'theme.themeName.red-white',
  'red-black': 'theme.themeName.red-black',
  ocean: 'theme.themeName.ocean',
} as const
