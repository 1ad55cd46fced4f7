import { type Call, type FieldProblem, problemsOf, recordName, redacted } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { withoutGain } from '../../../kit/withoutGain.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Route } from '../../../kit/serve.ts'
import { databaseFault } from '../../../platform/databaseFault.ts'
import { translate } from '../../../platform/texts.ts'
import type { ReadyRow, RowEnd, RowFault } from './importer.ts'

/** The calls by which a person adds and edits a record of a list. */
export interface RowCalls {
  readonly detail: Route
  readonly add: Route
  readonly update: Route
}

/**
 * Writes one row as the list's form would: by its own add or update, with all their rules. What they
 * refuse undoes this row only.
 */
export async function writeRow(ctx: Context, calls: RowCalls, row: ReadyRow): Promise<RowEnd> {
  const { number } = row
  await sql`savepoint import_row`.execute(ctx.db)
  try {
    const end = await withoutGain(ctx, () =>
      row.targetId === null ? add(ctx, calls, row) : edit(ctx, calls, row),
    )
    await sql`release savepoint import_row`.execute(ctx.db)
    return { number, faults: [], ...end }
  } catch (error) {
    await sql`rollback to savepoint import_row`.execute(ctx.db)
    return { number, state: 'REFUSED', faults: faultsOf(ctx, error) }
  }
}

type Written = Pick<RowEnd, 'state' | 'id' | 'changes' | 'name'>

async function add(
  ctx: Context,
  { add: { call, handle } }: RowCalls,
  row: ReadyRow,
): Promise<Written> {
  const body = checked(ctx, call, row.values)
  const added = record.parse(await handle({ params: undefined, query: undefined, body }, ctx))
  return { state: 'ADDED', id: added.id, name: recordName(added) }
}

async function edit(
  ctx: Context,
  calls: RowCalls,
  { values, targetId }: ReadyRow,
): Promise<Written> {
  const { detail, update } = calls
  const asked = { params: { id: targetId }, query: undefined, body: undefined }
  const before = record.parse(await detail.handle(asked, ctx))
  const changes = Object.entries(values).filter(([field, value]) => !isSame(before[field], value))
  if (changes.length === 0) return { state: 'SAME', id: String(targetId) }
  const kept = Object.entries(before).filter(
    ([field, value]) => value !== null && fieldsOf(update.call).has(field),
  )
  const body = checked(ctx, update.call, Object.fromEntries([...kept, ...changes]))
  const after = await update.handle({ params: undefined, query: undefined, body }, ctx)
  const told = (values: typeof changes) =>
    openRecord.parse(redacted(update.call.schemas.body, Object.fromEntries(values)))
  return {
    state: 'CHANGED',
    id: idOf(after),
    changes: {
      name: recordName(before),
      before: told(changes.map(([field]) => [field, before[field] ?? null])),
      after: told(changes),
    },
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

/** Roles and the like come in any order. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(String).toSorted() : value

const fieldsOf = ({ schemas: { body } }: Call): ReadonlySet<string> => {
  // Every add and update takes a strict object (core/recyclable.ts).
  const shape = body && 'shape' in body ? body.shape : {}
  return new Set(Object.keys(shape ?? {}))
}

/** What a form would send, by the call's own schema. */
function checked(ctx: Context, { schemas }: Call, values: object): unknown {
  const result = schemas.body?.safeParse(withEmpties(schemas.body, values), { reportInput: true })
  if (!result || result.success) return result?.data
  const fields = problemsOf(result.error).map(({ field, key, params }) => ({
    field,
    message: translate(ctx.language, key, params),
  }))
  throw new RowFields(fields)
}

/** Texts that a form sends empty are missing in a row. */
function withEmpties(body: z.ZodMiniType, values: object): object {
  const result = body.safeParse(values)
  if (result.success) return values
  const missing = problemsOf(result.error).filter(({ key }) => key === 'rule.required')
  return { ...Object.fromEntries(missing.map(({ field }) => [field, ''])), ...values }
}

class RowFields extends Error {
  readonly fields: readonly FieldProblem[]

  constructor(fields: readonly FieldProblem[]) {
    super('a row breaks rules')
    this.fields = fields
  }
}

const openRecord = z.record(z.string(), z.unknown())
const record = z.looseObject({ id: z.string() })

const idOf = (answer: unknown): string => record.parse(answer).id

/** What an error says of a row; what is nobody's fault but ours is thrown on. */
function faultsOf(ctx: Context, error: unknown): RowFault[] {
  const say = (field: string | null, key: string): RowFault => ({
    field,
    message: translate(ctx.language, key),
  })
  if (error instanceof RowFields) return [...error.fields]
  const refusal =
    error instanceof Refusal ? { key: error.key, ...error.detail } : databaseFault(error)
  // Locked, overloaded or shut down: the row is as good as it was, and the whole batch tries again.
  if (!refusal || refusal.key === 'refusal.unavailable') throw error
  const fields = refusal.fields ?? []
  if (fields.length > 0) return fields.map(({ field, message }) => say(field, message))
  const params = 'params' in refusal ? refusal.params : undefined
  return [{ field: null, message: translate(ctx.language, refusal.key, params) }]
}
