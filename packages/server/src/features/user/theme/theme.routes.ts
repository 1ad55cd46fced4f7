import { defaultTheme, themeSettings, userTheme } from '@muster/contract'
import { ownSession } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { dropUserSetting, readUserSetting, saveUserSetting } from '../setting/index.ts'

const key = 'theme'

/** How the console looks to its user, the same on every computer. */
export const themeRoutes = serve(userTheme, ownSession, {
  get: async (_, ctx) => (await readUserSetting(ctx, key, themeSettings)) ?? defaultTheme,
  save: async ({ body }, ctx) => {
    await saveUserSetting(ctx, key, body)
    return body
  },
  reset: async (_, ctx) => {
    await dropUserSetting(ctx, key)
    return defaultTheme
  },
})
