import { takeSite, type Site } from '../src/shell/session/site.ts'

/** What a site says of itself where an administrator changed nothing. */
export const plainSite: Site = {
  webName: 'Terminal Management System',
  logoUrl: null,
  favicon: null,
  copyright: null,
  bgUrl: null,
  sideTitle: 1,
  themeName: null,
  language: null,
  support: null,
  termsUrl: null,
  privacyUrl: null,
  validCode: 0,
  validationEmail: true,
  verifyType: 0,
  registration: false,
  rsaLogin: false,
  searchAddress: null,
  virtualRoles: false,
  allowUnboundSessions: false,
}

/** Takes a site, as the start of the page does. */
export const openSite = (wishes: Partial<Site> = {}): void => takeSite({ ...plainSite, ...wishes })
