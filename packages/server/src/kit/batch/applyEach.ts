import { type Awaited, awaited, type BatchReply } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { withoutGain } from '../withoutGain.ts'
import { type ChangedRow, captureChanges } from './captureChanges.ts'
import type { Served } from './served.ts'
import { changedSince, type Item, reasonOf, requireUnchanged } from './whyRefused.ts'

/** A batch call, to be made about any records. */
export interface Act {
  readonly route: Served
  readonly params: unknown
  /** What its body says beside the records. */
  readonly more: Readonly<Record<string, unknown>>
}

type Refused = NonNullable<BatchReply['refused']>[number]

interface Outcome {
  readonly changed: readonly ChangedRow[]
  readonly refused: readonly Refused[]
  /** What was given that waits for a second person; of several, one. */
  readonly awaits?: Awaited | undefined
}

/** A call may itself pass by the records that a rule keeps, and name them. */
const passedBy = z.looseObject({
  refused: z._default(
    z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
    [],
  ),
  awaits: z.optional(awaited()),
})

/**
 * Makes a call about each of some records that its rules allow, in the caller's transaction: all in
 * one statement where nothing is refused, else halved until those are found that are.
 */
export async function applyEach(act: Act, items: readonly Item[], ctx: Context): Promise<Outcome> {
  const inside = { ...ctx, among: ctx.among ?? items.map(({ id }) => id) }
  const first = await halve({ ...act, names: new Map() }, items, inside)
  if (first.refused.length === 0 || first.changed.length === 0) return first
  // What kept a record may be gone by now: a parent follows its children.
  const kept = new Set(first.refused.map(({ id }) => id))
  const again = await applyEach(
    act,
    items.filter(({ id }) => kept.has(id)),
    inside,
  )
  return {
    changed: [...first.changed, ...again.changed],
    refused: again.refused,
    awaits: first.awaits ?? again.awaits,
  }
}

/** The first of some records that a call refuses, no more than `most`; nothing stays changed. */
export async function findRefused(
  act: Act,
  items: readonly Item[],
  { ctx, most }: { readonly ctx: Context; readonly most: number },
): Promise<readonly Refused[]> {
  const naming = { ...act, names: new Map<string, string>() }
  const silent = () => undefined
  const quiet = { ...ctx, changed: silent, ring: silent, note: silent }
  const search = async (part: readonly Item[], left: number): Promise<readonly Refused[]> => {
    const [first] = part
    if (!first || left <= 0) return []
    const attempt = await tryAll(naming, part, quiet)
    if ('changed' in attempt) return []
    if (part.length === 1) return [refusedOne(naming, first, attempt.reason)]
    const middle = Math.ceil(part.length / 2)
    const found = await search(part.slice(0, middle), left)
    return [...found, ...(await search(part.slice(middle), left - found.length))]
  }
  await sql`savepoint search`.execute(ctx.db)
  const found = await search(items, most)
  await sql`rollback to savepoint search`.execute(ctx.db)
  return found
}

const refusedOne = ({ names }: Naming, { id, name }: Item, reason: string): Refused => ({
  id,
  name: name || (names.get(id) ?? ''),
  reason,
})

async function halve(act: Naming, items: readonly Item[], ctx: Context): Promise<Outcome> {
  const [first] = items
  if (!first) return { changed: [], refused: [] }
  const attempt = await tryAll(act, items, ctx)
  if ('changed' in attempt) return attempt
  if (items.length === 1) return { changed: [], refused: [refusedOne(act, first, attempt.reason)] }
  const middle = Math.ceil(items.length / 2)
  const left = await halve(act, items.slice(0, middle), ctx)
  const right = await halve(act, items.slice(middle), ctx)
  return {
    changed: [...left.changed, ...right.changed],
    refused: [...left.refused, ...right.refused],
    awaits: left.awaits ?? right.awaits,
  }
}

/** A call, and what the records are called that it noted so far. */
type Naming = Act & { readonly names: Map<string, string> }

type Attempt = Outcome | { readonly reason: string }

async function tryAll(
  { route, params, more, names }: Naming,
  items: readonly Item[],
  ctx: Context,
): Promise<Attempt> {
  const body = { ...more, ids: items.map(({ id }) => id) }
  await sql`savepoint batch`.execute(ctx.db)
  try {
    const { answer, rows, tell } = await captureChanges(
      ctx,
      (inner) => withoutGain(inner, () => route.handle({ params, query: undefined, body }, inner)),
      names,
    )
    requireUnchanged(items, rows)
    await sql`release savepoint batch`.execute(ctx.db)
    tell()
    const { refused, awaits } = passedBy.parse(answer)
    return { changed: rows, refused, awaits }
  } catch (error) {
    await sql`rollback to savepoint batch`.execute(ctx.db)
    return { reason: reasonOf(changedSince(error, items), ctx.language) }
  }
}
