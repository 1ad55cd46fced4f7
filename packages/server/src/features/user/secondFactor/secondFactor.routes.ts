import { randomBytes } from 'node:crypto'
import { codes, secondFactor, siteSetting } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { randomText } from '../../../platform/secrets.ts'
import { readSetting } from '../../system/setting/index.ts'
import { noticeChange } from '../accountNotices.ts'
import { endSessions } from '../session/endSessions.ts'
import {
  bindPending,
  dropFactor,
  factorDemands,
  hasFactor,
  isFactorRequired,
  keepPending,
  macOfRecoveryCode,
} from './factor.ts'
import { otpauthUri, toBase32 } from './totp.ts'

const recoveryCodes = 10
/** 49 bits in ten characters, none that looks like another. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const wrongState = () => new Refusal(codes.wrongState, 'session.factorState')
const wrongCode = () => new Refusal(codes.totpWrong, 'session.totpWrong')

/** The caller's own authenticator. What changes it asks for a proof each time. */
export const secondFactorRoutes = serve(secondFactor, ownSession, {
  state: async (_, ctx) => {
    const { userId } = ctx.principal
    const factor = ctx.db.selectFrom('secondFactor').select('boundAt').where('userId', '=', userId)
    const { boundAt = null } = (await factor.executeTakeFirst()) ?? {}
    return {
      bound: boundAt !== null,
      boundAt,
      required: await isRequired(ctx),
      recoveryCodesLeft: await codesLeft(ctx),
    }
  },
  start: async (_, ctx) => {
    const { userId, userName } = ctx.principal
    if (await hasFactor(ctx, userId)) throw wrongState()
    const secret = randomBytes(20)
    await keepPending(ctx, userId, secret)
    const { webName } = await readSetting(ctx.db, siteSetting)
    return { secret: toBase32(secret), uri: otpauthUri(secret, { site: webName, userName }) }
  },
  bind: async ({ body }, ctx) => {
    const { userId, sessionId } = ctx.principal
    if (await hasFactor(ctx, userId)) throw wrongState()
    if (!(await bindPending(ctx, userId, body.code))) throw wrongCode().afterCommit()
    await ctx.db
      .updateTable('session')
      .set({ mustBindFactor: false, factorGiven: true })
      .where('id', '=', sessionId)
      .execute()
    await endSessions(ctx, { userId, allBut: sessionId })
    await noticeChange(ctx, userId, 'factorBound')
    return { recoveryCodes: await makeCodes(ctx) }
  },
  unbind: async (_, ctx) => {
    const { userId, sessionId } = ctx.principal
    if (!(await hasFactor(ctx, userId)) || (await isRequired(ctx))) throw wrongState()
    await dropFactor(ctx, userId)
    await endSessions(ctx, { userId, allBut: sessionId })
    await noticeChange(ctx, userId, 'factorUnbound')
    return undefined
  },
  renewCodes: async (_, ctx) => {
    if (!(await hasFactor(ctx, ctx.principal.userId))) throw wrongState()
    return { recoveryCodes: await makeCodes(ctx) }
  },
})

async function isRequired(ctx: Context): Promise<boolean> {
  const { userId } = ctx.principal
  const user = await ctx.db
    .selectFrom('appUser')
    .select(['isSuperAdmin', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return isFactorRequired(user, await factorDemands(ctx, ctx.principal.orgId))
}

async function codesLeft(ctx: Context): Promise<number> {
  const { left } = await ctx.db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('userId', '=', ctx.principal.userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

async function makeCodes(ctx: Context): Promise<string[]> {
  const { userId } = ctx.principal
  const made = Array.from({ length: recoveryCodes }, () => randomText(10, recoveryAlphabet))
  await ctx.db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await ctx.db
    .insertInto('recoveryCode')
    .values(made.map((code) => ({ userId, codeMac: macOfRecoveryCode(ctx, userId, code) })))
    .execute()
  return made.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}
