import { fillPath, type PageName, pagePath, site, siteSetting } from '@muster/contract'
import { everyone, ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { requireImage } from '../../file/image/index.ts'
import { requireMailFor } from '../../mail/server/index.ts'
import { rootPages } from '../../organization/index.ts'
import { readSetting, resetSetting, saveSetting } from '../setting/index.ts'
import { passwordPolicyOf, siteFor } from '../../user/customize/index.ts'
import { ruleShown } from './ruleText.ts'

/** What the console shows before anyone signs in. */
export const siteRoutes = serve(site, ownSession, {
  init: async (_, { db, platform, host }) => {
    const shown = await siteFor(platform, { host })
    const root = await rootPages(db)
    const urlOf = (page: PageName) =>
      root?.pages.includes(page) ? fillPath(pagePath, { id: root.id, page }) : null
    return {
      ...shown,
      termsUrl: shown.termsUrl ?? urlOf('terms'),
      privacyUrl: shown.privacyUrl ?? urlOf('privacy'),
    }
  },
  // Before a session the platform's own; whoever is signed in asks `session.passwordRule`.
  passwordRule: async (_, { db, language }) =>
    ruleShown(language, await passwordPolicyOf(db, null)),
})

/** Identity of the site, and the ways in. */
export const siteSettingRoutes = serve(siteSetting, everyone, {
  get: (_, { db }) => readSetting(db, siteSetting),
  save: async ({ body }, ctx) => {
    await requireImage(ctx, { field: 'logo', name: body.logo, use: 'logo' })
    await requireImage(ctx, { field: 'favicon', name: body.favicon, use: 'favicon' })
    await requireImage(ctx, { field: 'background', name: body.background, use: 'background' })
    await requireMailFor(ctx, body.verifyType)
    return saveSetting(ctx, siteSetting, body)
  },
  reset: (_, ctx) => resetSetting(ctx, siteSetting),
})
