import { imageUrl, passwordPolicy, site, siteSetting } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { everyone, ownSession } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { requireImage } from '../../file/image/index.ts'
import { readSetting, resetSetting, saveSetting } from '../setting/index.ts'
import { ruleText } from './ruleText.ts'

/** What the console shows before anyone signs in. */
export const siteRoutes = serve(site, ownSession, {
  init: (_, ctx) => readSite(ctx),
  passwordRule: async (_, { db, language }) => {
    const policy = await readSetting(db, passwordPolicy)
    const { min, max, checked } = policy
    return { rule: ruleText(language, policy), checked: checked.join(','), min, max }
  },
})

async function readSite({ db, platform }: Context) {
  const {
    logo,
    favicon,
    background,
    copyright,
    version: _,
    ...rest
  } = await readSetting(db, siteSetting)
  return {
    ...rest,
    logoUrl: imageUrl(logo),
    favicon: imageUrl(favicon),
    bgUrl: imageUrl(background),
    copyright: copyright || null,
    virtualRoles: platform.env.virtualRole,
    allowUnboundSessions: platform.env.allowUnboundSessions,
  }
}

/** Identity of the site, and the ways in. */
export const siteSettingRoutes = serve(siteSetting, everyone, {
  get: (_, { db }) => readSetting(db, siteSetting),
  save: async ({ body }, ctx) => {
    await requireImage(ctx, { field: 'logo', name: body.logo, use: 'logo' })
    await requireImage(ctx, { field: 'favicon', name: body.favicon, use: 'favicon' })
    await requireImage(ctx, { field: 'background', name: body.background, use: 'background' })
    return saveSetting(ctx, siteSetting, body)
  },
  reset: (_, ctx) => resetSetting(ctx, siteSetting),
})
