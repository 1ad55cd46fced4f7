import { codes, type TextKey } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { DB } from '../platform/schema.ts'
import type { Context } from './context.ts'
import type { Condition, Row } from './page.ts'
import type { Bin, Which } from './recycleBin.ts'
import type { Stored } from './record.ts'
import { fieldRefusal, Refusal } from './refusal.ts'
import type { Scope } from '../access/scope.ts'

/** A member that names a record of another table, which the caller must see to choose it. */
export interface Reference<F = string> {
  readonly field: F
  readonly to: keyof DB
  readonly scope: Scope
}

/** Records elsewhere that need a record; `says` tells their `{name}` to whom `scope` shows them. */
export type Use = {
  readonly [T in keyof DB]: {
    readonly table: T
    readonly field: keyof DB[T] & string
    readonly name: keyof DB[T] & string
    readonly says: TextKey
    readonly scope: Scope
    /** The column holds many. */
    readonly isList?: true
    /** Which rows need it; unless said, those that are not removed. */
    readonly inForce?: Condition
  }
}[keyof DB]

/**
 * A bin whose records name only living, enabled records; what was chosen earlier may be disabled since.
 * A named record is locked until the commit, and {@link keptWhileUsed} looks after its own change:
 * so nothing is removed while somebody else begins to use it.
 */
export function naming<R extends Stored, N extends object>(
  bin: Bin<R, N>,
  references: readonly Reference<keyof R & keyof N & string>[],
): Bin<R, N> {
  return {
    ...bin,
    async add(ctx, values) {
      for (const reference of references)
        await requireNamed(ctx, reference, values[reference.field])
      return bin.add(ctx, values)
    },
    async update(ctx, values) {
      const before = await bin.find(ctx, values.id)
      for (const reference of references) {
        const [was, is]: unknown[] = [before[reference.field], values[reference.field]]
        if (is !== was) await requireNamed(ctx, reference, is)
      }
      return bin.update(ctx, values)
    },
    async revert(ctx, ids) {
      const back = await bin.revert(ctx, ids)
      for (const reference of references) await requireAlive(ctx, bin, { reference, ids: back })
      return back
    },
  }
}

/** Refuses what names no living, enabled record that the caller sees. */
export async function requireNamed(
  ctx: Context,
  { field, to, scope }: Reference,
  id: unknown,
): Promise<void> {
  if (id === null || id === undefined) return
  const { rows } = await sql<Row>`select status from ${sql.table(to)} where id = ${id}
    and deleted_at is null and ${scope.rows(ctx.principal)} for share`.execute(ctx.db)
  if (!rows[0]) throw fieldRefusal(field, 'rule.unknownRecord')
  if (rows[0]['status'] === 0) throw fieldRefusal(field, 'rule.disabledRecord')
}

async function requireAlive(
  ctx: Context,
  { table }: Pick<Bin, 'table'>,
  { reference: { field, to }, ids }: { reference: Reference; ids: readonly string[] },
) {
  const { rows } = await sql<Row>`select name, deleted_at from ${sql.table(to)} where id in
    (select ${sql.ref(field)} from ${sql.table(table)} where id = any(${[...ids]}::uuid[]))
    order by id for share`.execute(ctx.db)
  const gone = rows.find(({ deletedAt }) => deletedAt !== null)
  if (gone) throw stillUsed('refusal.removedReference', gone)
}

/** A bin whose records stay while living records elsewhere need them; one that was removed all the same stays in it. */
export function keptWhileUsed<R extends Stored, N>(
  bin: Bin<R, N>,
  uses: readonly Use[],
): Bin<R, N> {
  return {
    ...bin,
    async remove(ctx, ids) {
      const gone = await bin.remove(ctx, ids)
      for (const use of uses) await refuseUsed(ctx, gone, use)
      return gone
    },
    async destroy(ctx, ids) {
      const own = await idsIn(ctx, bin, ids)
      for (const use of uses) await refuseUsed(ctx, own, use)
      return bin.destroy(ctx, ids)
    },
  }
}

/** Those in the bin that a caller may destroy: of others he is told nothing. */
async function idsIn(ctx: Context, { table, scope }: Pick<Bin, 'table' | 'scope'>, ids: Which) {
  const named = ids === 'all' ? sql`true` : sql`id = any(${[...ids]}::uuid[])`
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where deleted_at is not null and ${named} and ${scope.rows(ctx.principal)}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** A bin whose records stay enabled while enabled records elsewhere need them. */
export function enabledWhileUsed<R extends Stored, N>(
  bin: Bin<R, N>,
  uses: readonly Use[],
): Bin<R, N> {
  return {
    ...bin,
    async setStatus(ctx, ids, status) {
      const set = await bin.setStatus(ctx, ids, status)
      if (status === 0) for (const use of uses) await refuseUsed(ctx, set, { ...use, status: 1 })
      return set
    },
  }
}

/** Which rows of a use need what they name. */
export const needed = ({ inForce }: Use): Condition => inForce ?? sql<SqlBool>`deleted_at is null`

async function refuseUsed(ctx: Context, ids: readonly string[], use: Use & { status?: 1 }) {
  const enabled = use.status ? sql`and status = 1` : sql``
  const isNamed = use.isList ? sql`&& ${[...ids]}::uuid[]` : sql`= any(${[...ids]}::uuid[])`
  const { rows } =
    await sql<Row>`select ${sql.ref(use.name)} as name, ${use.scope.rows(ctx.principal)} as shown
    from ${sql.table(use.table)} where ${sql.ref(use.field)} ${isNamed}
      and ${needed(use)} ${enabled} limit 1`.execute(ctx.db)
  if (rows[0]) throw stillUsed(rows[0]['shown'] ? use.says : 'refusal.inUse', rows[0])
}

const stillUsed = (key: TextKey, { name }: Row) =>
  new Refusal(codes.warning, key, { params: { name: String(name) } })
