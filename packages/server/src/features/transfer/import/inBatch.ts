import type { Call } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { maskedJson } from '../../../platform/maskedJson.ts'
import { calledBy } from '../../task/index.ts'
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

/** Rows of one entry that has values: a page of the log shows twenty of them. */
const mostChanges = 100

/**
 * Writes a batch to the action log: its records, how many of each end, and of those that it changed
 * what they were before. Where it changed any, several entries share them.
 */
export async function logBatch(ctx: Context, { ends, ...batch }: Batch): Promise<void> {
  const size = ends.some(({ changes }) => changes) ? mostChanges : ends.length
  const entries: ReturnType<typeof entryOf>[] = []
  for (let from = 0; from < ends.length; from += size)
    entries.push(entryOf(ctx, { ...batch, ends: ends.slice(from, from + size) }))
  if (entries.length > 0) await ctx.db.insertInto('actionLog').values(entries).execute()
}

function entryOf(ctx: Context, { ends, ...batch }: Batch) {
  const count = (state: RowEnd['state']) => ends.filter((end) => end.state === state).length
  const numbers = ends.map(({ number }) => number)
  const rows = { from: Math.min(...numbers), to: Math.max(...numbers) }
  const counts = {
    added: count('ADDED'),
    changed: count('CHANGED'),
    same: count('SAME'),
    refused: count('REFUSED'),
  }
  const before = changesOf(ends, 'before')
  const [one, ...others] = ends.filter((end) => writtenTo(end).length > 0)
  // The object of an entry that is about one record.
  const name = others.length === 0 ? (one?.name ?? one?.changes?.name) : undefined
  return {
    ...calledBy(ctx, batch),
    targetIds: ends.flatMap(writtenTo),
    request: JSON.stringify({ taskId: batch.taskId, rows }),
    before: Object.keys(before).length > 0 ? JSON.stringify(before) : null,
    after: JSON.stringify({ ...(name && { name }), ...counts, ...changesOf(ends, 'after') }),
  }
}

const writtenTo = ({ id, targetId = id, state }: RowEnd): readonly string[] =>
  targetId && (state === 'ADDED' || state === 'CHANGED') ? [targetId] : []

/** What rows say of their records, each by its number in the file and what it is called. */
const changesOf = (ends: readonly RowEnd[], side: 'before' | 'after') =>
  Object.fromEntries(
    ends.flatMap(({ number, changes }) =>
      changes ? [[`${number} ${changes.name}`, kept(changes[side])] as const] : [],
    ),
  )

/** Masked by itself: a record may be called like a secret. */
const kept = (state: unknown): unknown => JSON.parse(maskedJson(state) ?? 'null')
