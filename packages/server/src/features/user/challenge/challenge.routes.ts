import { challenges, codes, siteSetting } from '@muster/contract'
import { Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { readSetting } from '../../system/setting/index.ts'
import { makeCaptcha } from './captcha.ts'
import { giveRsaKey } from './rsaKey.ts'

export const challengeRoutes = serve(challenges, ownSession, {
  captcha: (_, ctx) => makeCaptcha(ctx),
  rsaKey: async (_, ctx) => {
    const { rsaLogin } = await readSetting(ctx.db, siteSetting)
    if (!rsaLogin) throw new Refusal(codes.wrongState, 'session.noRsa')
    return giveRsaKey(ctx)
  },
})
