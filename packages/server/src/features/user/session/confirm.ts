import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, type Refusal } from '../../../kit/refusal.ts'
import { checkPassword } from '../../../platform/passwords.ts'
import { pepperOf } from '../password/index.ts'
import { endSessions } from './endSessions.ts'

/** Wrong passwords that a session may give when a sensitive change asks for it again. */
const mostWrong = 5

/**
 * Asks the caller's own password once more. Null when it is right; the refusal is for returning, so
 * that the wrong one is counted: whoever found an open console does not get to guess for ever.
 */
export async function refusePassword(
  ctx: Context,
  password: string,
  field = 'password',
): Promise<Refusal | null> {
  const { passwordHash } = await ctx.db
    .selectFrom('appUser')
    .select('passwordHash')
    .where('id', '=', ctx.principal.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (await checkPassword(password, passwordHash, pepperOf(ctx.platform.secrets))) return null
  await countWrong(ctx)
  return fieldRefusal(field, 'session.wrongOldPassword')
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
