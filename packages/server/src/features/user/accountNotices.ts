import type { TextKey } from '@muster/contract'
import type { Context } from '../../kit/context.ts'
import { giveNotice } from '../notice/index.ts'

type Change =
  | 'passwordChanged'
  | 'emailChanged'
  | 'factorBound'
  | 'factorUnbound'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'tokenMade'
  | 'tokenEnded'

const texts: Readonly<Record<Change, TextKey>> = {
  passwordChanged: 'notice.account.passwordChanged',
  emailChanged: 'notice.account.emailChanged',
  factorBound: 'notice.account.factorBound',
  factorUnbound: 'notice.account.factorUnbound',
  passkeyAdded: 'notice.account.passkeyAdded',
  passkeyRemoved: 'notice.account.passkeyRemoved',
  tokenMade: 'notice.account.tokenMade',
  tokenEnded: 'notice.account.tokenEnded',
}

/** Tells a user what became of his account, wherever else he is signed in: it may not have been he. */
export const noticeChange = (ctx: Context, userId: string, change: Change): Promise<void> =>
  giveNotice(ctx, {
    userIds: [userId],
    severity: 'INFO',
    textKey: texts[change],
    values: { ip: ctx.ip },
    link: '/ucenter',
  })

/** Tells a user that somebody signed in as him from a device that was not seen before. */
export const noticeNewDevice = (ctx: Context, userId: string): Promise<void> =>
  giveNotice(ctx, {
    userIds: [userId],
    severity: 'WARNING',
    textKey: 'notice.account.newSignIn',
    values: { ip: ctx.ip },
    link: '/ucenter',
  })

/** Tells a user that somebody looks at the console as him, and why. */
export const noticeImpersonation = (
  ctx: Context,
  userId: string,
  values: { readonly operator: string; readonly reason: string; readonly minutes: number },
): Promise<void> =>
  giveNotice(ctx, {
    userIds: [userId],
    severity: 'WARNING',
    textKey: 'notice.account.impersonated',
    values,
    link: '/ucenter?tab=sessions',
  })
