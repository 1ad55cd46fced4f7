import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { checkPassword } from '../../../platform/passwords.ts'
import { pepperOf } from '../password/index.ts'
import { endSessions } from './endSessions.ts'

/** Wrong passwords that a session may give when a sensitive change asks for it again. */
const mostWrong = 5

/**
 * Asks the caller's own password once more. A wrong one is counted: whoever found an open console
 * does not get to guess for ever.
 */
export async function requirePassword(
  ctx: Context,
  password: string,
  field = 'password',
): Promise<void> {
  const { passwordHash } = await ctx.db
    .selectFrom('appUser')
    .select('passwordHash')
    .where('id', '=', ctx.principal.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (await checkPassword(password, passwordHash, pepperOf(ctx.platform.secrets))) return
  await countWrong(ctx)
  throw fieldRefusal(field, 'session.wrongOldPassword').afterCommit()
}

/** Counts a wrong proof of the session; ends it after too many. */
export async function countWrong(ctx: Context): Promise<void> {
  const { sessionId, userId } = ctx.principal
  const { wrongPasswords } = await ctx.db
    .updateTable('session')
    .set(({ eb }) => ({ wrongPasswords: eb('wrongPasswords', '+', 1) }))
    .where('id', '=', sessionId)
    .returning('wrongPasswords')
    .executeTakeFirstOrThrow()
  if (wrongPasswords >= mostWrong) await endSessions(ctx, { userId, only: sessionId })
}
