import { codes, mostNamed } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { fieldRefusal, Refusal } from '../refusal.ts'
import { taskTitle } from '../../platform/acts.ts'
import { parameter } from '../parameter.ts'
import { addTask } from '../addTask.ts'
import { type Act, applyEach, findRefused } from './applyEach.ts'
import { findMatching } from './matching.ts'
import { type ChangedRow, captureChanges } from './captureChanges.ts'
import type { Parsed, Served } from './served.ts'
import type { Item } from './whyRefused.ts'

/** What the contract's `batchBody` has let through. */
const batch = z.looseObject({
  ids: z.optional(z.array(z.string())),
  rows: z.optional(z.array(z.object({ id: z.string(), version: z.int() }))),
  matching: z.optional(z.record(z.string(), z.unknown())),
  count: z.optional(z.int()),
})

/**
 * How a call is answered that changes records of `list`: it takes them in all three ways that the
 * contract names, by id, by row and by what the list shows, and answers which were changed. The call's
 * own handler gets ids, whichever way they were named.
 */
export const takingBatch =
  (route: Served, list: Served): Served['handle'] =>
  (request, ctx) =>
    answer({ route, list }, request, ctx)

async function answer(by: { route: Served; list: Served }, request: Parsed, ctx: Context) {
  const { route, list } = by
  const asked = batch.parse(request.body ?? {})
  const { ids: _, rows, matching, count, ...more } = asked
  if (route.call.schemas.body) requireOneWay(asked)
  const act = { route, params: request.params, more }
  // An undo: the caller knows what the records are called.
  if (rows)
    return each(
      act,
      rows.map((row) => ({ ...row, name: '' })),
      ctx,
    )
  if (matching) return changeMatching({ act, list, count }, matching, ctx)
  const done = await changeAll(act, request, ctx)
  done.tell()
  return { ...z.looseObject({}).parse(done.answer), ...named(done.rows) }
}

/** Records that an answer says were refused, where it refuses all for their sake. */
const maxReported = 3

/** What is nobody's record's fault is answered as it is. */
const passedOnAsIs: readonly number[] = [codes.forbidden, codes.notFound, codes.unavailable]

/** These records, all or none; which of them it is that a rule keeps is said by its name. */
async function changeAll(act: Act, request: Parsed, ctx: Context) {
  const ids = batch.parse(request.body ?? {}).ids ?? []
  const call = () => captureChanges(ctx, (inner) => act.route.handle(request, inner))
  if (ids.length < 2) return call()
  await sql`savepoint all_records`.execute(ctx.db)
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Refusal) || passedOnAsIs.includes(error.code)) throw error
    await sql`rollback to savepoint all_records`.execute(ctx.db)
    const items = ids.map((id) => ({ id, name: '' }))
    const refused = await findRefused(act, items, { ctx, most: maxReported })
    if (refused.length === 0) throw error
    const said = [...Map.groupBy(refused, ({ reason }) => reason)].map(([reason, ones]) => {
      const names = ones.flatMap(({ name }) => name || [])
      return names.length > 0 ? `${names.join(', ')}: ${reason}` : reason
    })
    const { fields, data } = error.detail
    throw new Refusal(error.code, 'batch.noneChanged', {
      params: { refused: said.join('; ') },
      ...(fields && { fields }),
      data: { ...data, refused },
    })
  }
}

/** Records are named in one way, and what a list shows with its number. */
function requireOneWay({ ids, rows, matching, count }: z.output<typeof batch>): void {
  const ways = [ids, rows, matching].filter((way) => way !== undefined)
  if (ways.length !== 1) throw fieldRefusal('ids', 'rule.required')
  if ((matching === undefined) !== (count === undefined))
    throw fieldRefusal('count', 'rule.required')
}

interface Wish {
  readonly act: Act
  readonly list: Served
  readonly count: number | undefined
}

/** Nobody changes more or fewer records than he has seen: else the answer says how many there are. */
async function changeMatching(
  { act, list, count }: Wish,
  query: Readonly<Record<string, unknown>>,
  ctx: Context,
) {
  const items = await findMatching(list, query, ctx)
  const found = { count: items.length }
  if (found.count !== count)
    throw new Refusal(codes.countChanged, 'batch.countChanged', { params: found, data: found })
  const most = await parameter(ctx.db, 'batch.sync.max')
  return items.length > most ? queue({ act, list }, items, ctx) : each(act, items, ctx)
}

async function each(act: Act, items: readonly Item[], ctx: Context) {
  const { changed, refused, awaits } = await applyEach(act, items, ctx)
  return { count: changed.length, ...named(changed), refused, ...(awaits && { awaits }) }
}

const named = (rows: readonly ChangedRow[]) =>
  rows.length > mostNamed
    ? {}
    : { rows: rows.map(({ id, version, name }) => ({ id, version, name })) }

async function queue(
  { act, list }: Pick<Wish, 'act' | 'list'>,
  items: readonly Item[],
  ctx: Context,
) {
  const { params, more } = act
  const { call } = act.route
  const request = { ...z.looseObject({}).parse(params ?? {}), ...more }
  const title = taskTitle(ctx.language, { call, request, count: items.length })
  const { method, path } = call
  const named = items.map(({ id, name }) => [id, name])
  const taskId = await addTask(ctx, {
    type: 'BATCH',
    title,
    params: { method, path, params, more, items: named },
    permission: list.call.permission,
  })
  // Which of them it changes, the task writes to the log as it does.
  ctx.note({ after: { taskId, count: items.length } })
  return { count: 0, taskId }
}
