import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { sourceOf } from './source.rules.ts'

/** Failed sign-ins that one source may have within a day. */
export const failuresPerSource = 100

/** Whose failures are counted together: an account, or a name that nobody has. */
export interface Guessed {
  readonly userId: string | null
  readonly userName: string
  /** Hash of a known device's token, or null. */
  readonly device: Buffer | null
}

/** Failures in a row so far, and until when no further try is looked at. */
export interface Guesses {
  readonly failures: number
  readonly lockedUntil: string | null
}

export interface Lockout {
  readonly maxFail: number
  /** 0: until somebody unlocks the account. */
  readonly lockMinutes: number
}

/** What stands for "until somebody unlocks it". */
const forGood = '9999-12-31T00:00:00.000Z'

/** Failures of a source within the last day. */
export async function failuresOfSource(ctx: Context): Promise<number> {
  const since = new Date(ctx.now().getTime() - 86_400_000).toISOString()
  return countFailures(ctx, sql`source = ${sourceOf(ctx.ip)} and at > ${since}`)
}

/** Failures of this very address within the last half hour: enough of them ask for a captcha. */
export async function failuresOfAddress(ctx: Context): Promise<number> {
  const since = new Date(ctx.now().getTime() - 1_800_000).toISOString()
  return countFailures(ctx, sql`source = ${sourceOf(ctx.ip)} and ip = ${ctx.ip} and at > ${since}`)
}

async function countFailures(ctx: Context, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from sign_in_log where ${which} and result <> 'SUCCESS' limit ${failuresPerSource}) as failed`.execute(
    ctx.db,
  )
  return rows[0]?.count ?? 0
}

/** Reads the count and keeps its row locked: guesses at one account run one after the other. */
export async function lockGuesses(ctx: Context, guessed: Guessed): Promise<Guesses> {
  const { userId, device } = guessed
  if (userId && !device)
    return ctx.db
      .selectFrom('appUser')
      .select(['failedAttempts as failures', 'lockedUntil'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
  return ctx.db
    .insertInto('signInGuess')
    .values({ ...keyOf(guessed), updatedAt: ctx.now().toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['account', 'device']).doUpdateSet({ updatedAt: ctx.now().toISOString() }),
    )
    .returning(['failures', 'lockedUntil'])
    .executeTakeFirstOrThrow()
}

const keyOf = ({ userId, userName, device }: Guessed) => ({
  account: userId ?? userName.toLowerCase(),
  device: device ?? Buffer.alloc(0),
})

/** Minutes that a lock still lasts at a moment; null where there is none. */
export function minutesLocked({ lockedUntil }: Guesses, now: Date): number | null {
  if (!lockedUntil) return null
  const left = new Date(lockedUntil).getTime() - now.getTime()
  return left > 0 ? Math.ceil(left / 60_000) : null
}

/** One failure more; answers the state after it. */
export async function countFailure(
  ctx: Context,
  guessed: Guessed,
  { before, lockout }: { before: Guesses; lockout: Lockout },
): Promise<Guesses> {
  const failures = before.failures + 1
  const isTooMany = failures >= lockout.maxFail
  const after = { failures: isTooMany ? 0 : failures, lockedUntil: isTooMany ? end() : null }
  await writeGuesses(ctx, guessed, after)
  return after

  function end(): string {
    const { lockMinutes } = lockout
    if (lockMinutes === 0) return forGood
    return new Date(ctx.now().getTime() + lockMinutes * 60_000).toISOString()
  }
}

/** Forgets the failures: the owner is in, or has proved himself by mail. */
export const forgetFailures = (ctx: Context, guessed: Guessed): Promise<void> =>
  writeGuesses(ctx, guessed, { failures: 0, lockedUntil: null })

async function writeGuesses(ctx: Context, guessed: Guessed, after: Guesses): Promise<void> {
  const { failures, lockedUntil } = after
  if (guessed.userId && !guessed.device) {
    const set = { failedAttempts: failures, lockedUntil }
    await ctx.db.updateTable('appUser').set(set).where('id', '=', guessed.userId).execute()
    return
  }
  const { account, device } = keyOf(guessed)
  await ctx.db
    .updateTable('signInGuess')
    .set({ failures, lockedUntil })
    .where('account', '=', account)
    .where('device', '=', device)
    .execute()
}
