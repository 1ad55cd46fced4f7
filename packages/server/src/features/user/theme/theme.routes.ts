import { defaultTheme, type ThemeSettings, themeSettings, userTheme } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { siteFor } from '../customize/index.ts'
import { dropUserSetting, readUserSetting, saveUserSetting } from '../setting/index.ts'

const key = 'theme'

/** How the console looks to its user, the same on every computer. */
export const themeRoutes = serve(userTheme, ownSession, {
  get: async (_, ctx) => (await readUserSetting(ctx, key, themeSettings())) ?? siteTheme(ctx),
  save: async ({ body }, ctx) => {
    await saveUserSetting(ctx, key, body)
    return body
  },
  reset: async (_, ctx) => {
    await dropUserSetting(ctx, key)
    return siteTheme(ctx)
  },
})

/** The theme of whoever has none of his own: his organisation's, where it has one. */
async function siteTheme({ platform, principal }: Context): Promise<ThemeSettings> {
  const { themeName } = await siteFor(platform, { orgId: principal.orgId })
  return themeName === null ? defaultTheme : { ...defaultTheme, themeName }
}
