import { type BatchReply, codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Route } from '../../kit/serve.ts'
import { translate } from '../../platform/texts.ts'
import { type ChangedRow, noted } from './noted.ts'

/** A batch call, to be made about any records. */
export interface Act {
  readonly route: Route
  readonly params: unknown
  /** What its body says beside the records. */
  readonly more: Readonly<Record<string, unknown>>
}

/** A record that a batch is about; with a version it must not have been changed since. */
export interface Item {
  readonly id: string
  readonly name: string
  readonly version?: number
}

type Refused = NonNullable<BatchReply['refused']>[number]

interface Outcome {
  readonly changed: readonly ChangedRow[]
  readonly refused: readonly Refused[]
}

/**
 * Makes a call about each of some records that its rules allow, in the caller's transaction: all in
 * one statement where nothing is refused, else halved until those are found that are.
 */
export async function applyEach(act: Act, items: readonly Item[], ctx: Context): Promise<Outcome> {
  const first = await halve(act, items, ctx)
  if (first.refused.length === 0 || first.changed.length === 0) return first
  // What kept a record may be gone by now: a parent follows its children.
  const kept = new Set(first.refused.map(({ id }) => id))
  const again = await applyEach(
    act,
    items.filter(({ id }) => kept.has(id)),
    ctx,
  )
  return { changed: [...first.changed, ...again.changed], refused: again.refused }
}

async function halve(act: Act, items: readonly Item[], ctx: Context): Promise<Outcome> {
  const [first] = items
  if (!first) return { changed: [], refused: [] }
  const attempt = await tryAll(act, items, ctx)
  if ('changed' in attempt) return { ...attempt, refused: [] }
  const { id, name } = first
  if (items.length === 1) return { changed: [], refused: [{ id, name, reason: attempt.reason }] }
  const middle = Math.ceil(items.length / 2)
  const left = await halve(act, items.slice(0, middle), ctx)
  const right = await halve(act, items.slice(middle), ctx)
  return {
    changed: [...left.changed, ...right.changed],
    refused: [...left.refused, ...right.refused],
  }
}

type Attempt = { readonly changed: readonly ChangedRow[] } | { readonly reason: string }

async function tryAll(
  { route, params, more }: Act,
  items: readonly Item[],
  ctx: Context,
): Promise<Attempt> {
  const body = { ...more, ids: items.map(({ id }) => id) }
  await sql`savepoint batch`.execute(ctx.db)
  try {
    const { answer, rows, tell } = await noted(ctx, (inner) =>
      route.handle({ params, query: undefined, body }, inner),
    )
    if (answer instanceof Refusal) throw answer
    requireUnchanged(items, rows)
    await sql`release savepoint batch`.execute(ctx.db)
    tell()
    return { changed: rows }
  } catch (error) {
    await sql`rollback to savepoint batch`.execute(ctx.db)
    return { reason: reasonOf(error, ctx.language) }
  }
}

/** A write raises the version by one: who finds it higher was not the first to write since. */
function requireUnchanged(items: readonly Item[], rows: readonly ChangedRow[]): void {
  const after = new Map(rows.map(({ id, version }) => [id, version]))
  for (const { id, version } of items)
    if (version !== undefined && after.get(id) !== version + 1)
      throw new Refusal(codes.versionConflict, 'batch.changed')
}

/** Not the record's fault: nothing is gained by trying the others. */
const passing: readonly number[] = [codes.unavailable, codes.failure, codes.tooManyRequests]

function reasonOf(error: unknown, language: string): string {
  if (error instanceof Refusal && !passing.includes(error.code))
    return translate(language, error.key, error.detail.params)
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === '23505') return translate(language, 'refusal.duplicate')
  if (code === '23503') return translate(language, 'refusal.inUse')
  throw error
}
