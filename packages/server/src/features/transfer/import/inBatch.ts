import { type Call, codes } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import type { RowEnd } from './importer.ts'

/** Runs work in a transaction of its own; consoles and workers hear of it only once it has been committed. */
export async function inBatch<T>(ctx: Context, work: (inside: Context) => Promise<T>): Promise<T> {
  const told: (() => void)[] = []
  const answer = await ctx.db.transaction().execute((db) =>
    work({
      ...ctx,
      db,
      changed: (...change) => told.push(() => ctx.changed(...change)),
      ring: (kind) => told.push(() => ctx.ring(kind)),
    }),
  )
  for (const tell of told) tell()
  return answer
}

interface Batch {
  readonly taskId: string
  /** What asked for the import. */
  readonly call: Call
  readonly ends: readonly RowEnd[]
  readonly started: Date
}

/** Writes one line of the action log for a batch: its records, and how many of each end. */
export async function logBatch(
  ctx: Context,
  { taskId, call, ends, started }: Batch,
): Promise<void> {
  if (ends.length === 0) return
  const { userId, userName, orgId } = ctx.principal
  const count = (state: RowEnd['state']) => ends.filter((end) => end.state === state).length
  const numbers = ends.map(({ number }) => number)
  const rows = { from: Math.min(...numbers), to: Math.max(...numbers) }
  const after = {
    added: count('ADDED'),
    changed: count('CHANGED'),
    same: count('SAME'),
    refused: count('REFUSED'),
  }
  await ctx.db
    .insertInto('actionLog')
    .values({
      at: started.toISOString(),
      userId,
      userName,
      orgId,
      method: call.method,
      path: call.path,
      permission: call.permission,
      targetIds: ends.flatMap(({ id, state }) => (id && state !== 'SAME' ? [id] : [])),
      request: JSON.stringify({ taskId, rows }),
      after: JSON.stringify(after),
      code: codes.success,
      durationMs: ctx.now().getTime() - started.getTime(),
      requestId: taskId,
    })
    .execute()
}
