import { passwordPolicy } from '@muster/contract'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { readSetting, resetSetting, saveSetting } from '../setting/index.ts'
import { wrongPart } from './passwordPolicy.rules.ts'

/** What passwords and sessions must be like. */
export const passwordPolicyRoutes = serve(passwordPolicy, everyone, {
  get: (_, { db }) => readSetting(db, passwordPolicy),
  save: async ({ body }, ctx) => {
    const wrong = wrongPart(body)
    if (wrong) throw fieldRefusal(wrong.field, wrong.key)
    return saveSetting(ctx, passwordPolicy, body)
  },
  reset: (_, ctx) => resetSetting(ctx, passwordPolicy),
})
