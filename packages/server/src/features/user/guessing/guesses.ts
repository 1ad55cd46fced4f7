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
export interface Count {
  readonly failures: number
  readonly lockedUntil: string | null
}

/** What is spoken of to who signs in: the count of a name, whether it is anybody's or not, or of a known device. */
export interface Guesses extends Count {
  /**
   * The count of the account behind a name, by the figures of its organisation. It shuts in silence:
   * were it spoken of, stricter figures than the platform's would tell which names there are.
   */
  readonly account: Count | null
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

/**
 * Reads the counts and keeps their rows locked: guesses at one account run one after the other. The
 * account's own row is locked before.
 */
export async function lockGuesses(ctx: Context, guessed: Guessed): Promise<Guesses> {
  const told = await ctx.db
    .insertInto('signInGuess')
    .values({ ...keyOf(guessed), updatedAt: ctx.now().toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['account', 'device']).doUpdateSet({ updatedAt: ctx.now().toISOString() }),
    )
    .returning(['failures', 'lockedUntil'])
    .executeTakeFirstOrThrow()
  const { userId, device } = guessed
  if (!userId || device) return { ...told, account: null }
  const account = await ctx.db
    .selectFrom('appUser')
    .select(['failedAttempts as failures', 'lockedUntil'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...told, account }
}

const keyOf = ({ userId, userName, device }: Guessed) => ({
  account: userId && device ? userId : userName.toLowerCase(),
  device: device ?? Buffer.alloc(0),
})

/** Minutes that a lock still lasts at a moment; null where there is none. */
export function minutesLocked(count: Count | null, now: Date): number | null {
  if (!count?.lockedUntil) return null
  const left = new Date(count.lockedUntil).getTime() - now.getTime()
  return left > 0 ? Math.ceil(left / 60_000) : null
}

interface Failed {
  readonly before: Guesses
  /** The platform's, by which a name locks, and that of the account's organisation. */
  readonly lockouts: { readonly platform: Lockout; readonly own: Lockout }
}

/** One failure more; answers the state after it. */
export async function countFailure(
  ctx: Context,
  guessed: Guessed,
  { before, lockouts: { platform, own } }: Failed,
): Promise<Guesses> {
  const now = ctx.now()
  const told = oneMore(before, guessed.device ? own : platform, now)
  const account = before.account && accountAfter(before.account, { told, own, now })
  const after = { ...told, account }
  await writeGuesses(ctx, guessed, after)
  return after
}

function oneMore({ failures }: Count, lockout: Lockout, now: Date): Count {
  const isTooMany = failures + 1 >= lockout.maxFail
  return isTooMany ? lockedBy(lockout, now) : { failures: failures + 1, lockedUntil: null }
}

function lockedBy({ lockMinutes }: Lockout, now: Date): Count {
  const end = new Date(now.getTime() + lockMinutes * 60_000).toISOString()
  return { failures: 0, lockedUntil: lockMinutes === 0 ? forGood : end }
}

/** An account locks at its organisation's figure, and with its name: what is told of a name is true. */
function accountAfter(
  before: Count,
  { told, own, now }: { told: Count; own: Lockout; now: Date },
): Count {
  if (told.lockedUntil) return lockedBy(own, now)
  return minutesLocked(before, now) === null ? oneMore(before, own, now) : before
}

/** Forgets the failures: the owner is in, or has proved himself by mail. */
export const forgetFailures = (ctx: Context, guessed: Guessed): Promise<void> =>
  writeGuesses(ctx, guessed, { ...none, account: none })

const none: Count = { failures: 0, lockedUntil: null }

async function writeGuesses(ctx: Context, guessed: Guessed, after: Guesses): Promise<void> {
  const { userId, device } = guessed
  const { account: own, ...told } = after
  if (userId && !device && own) {
    const set = { failedAttempts: own.failures, lockedUntil: own.lockedUntil }
    await ctx.db.updateTable('appUser').set(set).where('id', '=', userId).execute()
  }
  const key = keyOf(guessed)
  await ctx.db
    .updateTable('signInGuess')
    .set(told)
    .where('account', '=', key.account)
    .where('device', '=', key.device)
    .execute()
}
