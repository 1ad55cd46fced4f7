import type { Context } from '../../../kit/context.ts'

/** Whose sessions end: one of a user's, all but one, or all. */
export interface EndedSessions {
  readonly userId: string
  readonly only?: string
  readonly allBut?: string
}

/**
 * Ends sessions at once: the next request on any node finds none, and open streams close. Answers
 * how many were alive.
 */
export async function endSessions(ctx: Context, { userId, only, allBut }: EndedSessions) {
  let query = ctx.db
    .updateTable('session')
    .set({ revokedAt: ctx.now().toISOString() })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
  if (only !== undefined) query = query.where('id', '=', only)
  if (allBut !== undefined) query = query.where('id', '<>', allBut)
  const ended = await query.returning('id').execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) ctx.changed('session', ids)
  return ids.length
}
