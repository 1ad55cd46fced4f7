import { userWorkbench, workbenchLayout } from '@muster/contract'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { readUserSetting, saveUserSetting } from '../setting/index.ts'

const key = 'workbench'

/** How a user has arranged his workbench, the same on every computer. */
export const userWorkbenchRoutes = serve(userWorkbench, ownSession, {
  get: async (_, ctx) =>
    (await readUserSetting(ctx, key, workbenchLayout())) ?? workbenchLayout().parse({}),
  save: async ({ body }, ctx) => {
    await saveUserSetting(ctx, key, body)
    return body
  },
})
