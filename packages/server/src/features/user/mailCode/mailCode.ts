import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { makeToken, randomText } from '../../../platform/secrets.ts'
import { mailTo } from '../../mail/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { sourceOf } from '../guessing/source.rules.ts'

/** What a code is for, named as the template that carries it; it is good for nothing else. */
export type CodePurpose = 'LOGIN_CODE' | 'FORGET_PWD' | 'UNLOCK_CODE' | 'EMAIL_CODE'

/** Seconds between two codes of an account. */
const resendSeconds = 60
const perAccountAndDay = 10
const perSourceAndHour = 30
const tries = 5

export interface CodeWish {
  readonly purpose: CodePurpose
  /** The name or address that the code was asked for; counts and checks go by it. */
  readonly account: string
  /** Whom to send it to; null: nobody, and nothing shows it. */
  readonly recipient: {
    readonly userId: string | null
    readonly email: string
    readonly language: string | null
    readonly orgId: string
  } | null
}

/**
 * Makes a code and mails it. What it answers, and what it writes, is the same for an account that
 * does not exist. Where it refuses, a captcha that was shown is used up all the same.
 */
export async function sendCode(ctx: Context, wish: CodeWish) {
  await requirePause(ctx, wish)
  const code = randomText(6, '0123456789')
  const minutes = await parameter(ctx.db, 'mail.code.minutes')
  const now = ctx.now()
  const { id: codeId } = await ctx.db
    .insertInto('mailCode')
    .values({
      purpose: wish.purpose,
      account: wish.account.toLowerCase(),
      userId: wish.recipient?.userId ?? null,
      source: sourceOf(ctx.ip),
      // For nobody: a code that even we do not know.
      codeMac: macOf(ctx, wish, wish.recipient ? code : makeToken()),
      triesLeft: tries,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + minutes * 60_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (wish.recipient)
    await mailTo(ctx, {
      to: wish.recipient.email,
      template: wish.purpose,
      language: wish.recipient.language ?? ctx.language,
      values: { code, minutes },
      orgId: wish.recipient.orgId,
    })
  return { codeId, minutes, seconds: resendSeconds }
}

const macOf = (
  ctx: Context,
  { purpose, account }: Pick<CodeWish, 'purpose' | 'account'>,
  code: string,
) => ctx.platform.secrets.mac(code, `mailCode:${purpose}:${account.toLowerCase()}`)

/** Two who ask for the same account at once take turns: the second finds the first one's code. */
async function requirePause(ctx: Context, { purpose, account }: CodeWish): Promise<void> {
  const key = account.toLowerCase()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mailCode:${key}`}, 0))`.execute(ctx.db)
  const now = ctx.now().getTime()
  const ago = (ms: number) => new Date(now - ms).toISOString()
  const { rows } = await sql<{ last: string | null; today: number; fromHere: number }>`select
    (select max(created_at) from mail_code where account = ${key} and purpose = ${purpose}) as last,
    (select count(*) from mail_code where account = ${key} and created_at > ${ago(86_400_000)}) as today,
    (select count(*) from mail_code where source = ${sourceOf(ctx.ip)} and created_at > ${ago(3_600_000)}) as from_here`.execute(
    ctx.db,
  )
  const { last = null, today = 0, fromHere = 0 } = rows[0] ?? {}
  const waited = last ? (now - new Date(last).getTime()) / 1000 : resendSeconds
  const seconds = Math.ceil(resendSeconds - waited)
  if (seconds > 0)
    throw new Refusal(codes.tooManyRequests, 'session.codeSoon', {
      params: { seconds },
      data: { seconds },
    }).afterCommit()
  const isTooMany = today >= perAccountAndDay || fromHere >= perSourceAndHour
  if (isTooMany) throw new Refusal(codes.tooManyRequests, 'session.codeMany').afterCommit()
}

export interface ShownCode {
  readonly purpose: CodePurpose
  readonly account: string
  readonly codeId: string | undefined
  readonly code: string | undefined
}

/**
 * Uses a code up. Null when it is good; the refusal commits, so that the try is counted.
 * Two tries side by side take turns at the code's row.
 */
export async function refuseCode(ctx: Context, shown: ShownCode): Promise<Refusal | null> {
  const refusal = new Refusal(codes.codeWrong, 'session.codeWrong').afterCommit()
  const row = await lockCode(ctx, shown)
  if (!row) return refusal
  const isRight = row.codeMac.equals(macOf(ctx, shown, shown.code ?? ''))
  await ctx.db
    .updateTable('mailCode')
    .set(isRight ? { usedAt: ctx.now().toISOString() } : { triesLeft: row.triesLeft - 1 })
    .where('id', '=', row.id)
    .execute()
  return isRight ? null : refusal
}

function lockCode(ctx: Context, { purpose, account, codeId }: ShownCode) {
  if (!codeId || !isUuid(codeId)) return null
  return ctx.db
    .selectFrom('mailCode')
    .select(['id', 'codeMac', 'triesLeft'])
    .where('id', '=', codeId)
    .where('purpose', '=', purpose)
    .where('account', '=', account.toLowerCase())
    .where('usedAt', 'is', null)
    .where('triesLeft', '>', 0)
    .where('expiresAt', '>', ctx.now().toISOString())
    .forUpdate()
    .executeTakeFirst()
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
