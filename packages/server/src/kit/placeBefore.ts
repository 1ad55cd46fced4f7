import { codes } from '@muster/contract'
import { type SqlBool, sql, type RawBuilder } from 'kysely'
import type { Context } from './context.ts'
import type { Bin } from './recycleBin.ts'
import { notFound, Refusal } from './refusal.ts'

interface Place {
  readonly id: string
  readonly version: number
  /** The record that it comes before; null: behind all. */
  readonly before: string | null
}

/** Numbers the records of one kind anew, with one of them moved; `beside` says which are of its kind. */
export async function placeBefore(
  ctx: Context,
  { table, path, scope }: Pick<Bin, 'table' | 'path' | 'scope'>,
  { id, version, before, beside }: Place & { readonly beside: RawBuilder<SqlBool> },
): Promise<number> {
  // Two who sort at once would number the same records differently.
  await sql`select pg_advisory_xact_lock(hashtext(${`sort ${table}`}))`.execute(ctx.db)
  const name = sql.table(table)
  const { rows } = await sql<{ id: string; version: number; sort: number }>`select id, version, sort
    from ${name} where ${beside} and deleted_at is null and ${scope.rows(ctx.principal)}
    order by sort, id`.execute(ctx.db)
  const moving = rows.find((row) => row.id === id)
  if (!moving) throw notFound()
  if (moving.version !== version) throw new Refusal(codes.versionConflict, 'kit.sortConflict')
  const others = rows.filter((row) => row.id !== id)
  const at = before === null ? others.length : others.findIndex((row) => row.id === before)
  if (at < 0) throw notFound()
  const moved = others
    .toSpliced(at, 0, moving)
    .map((row, sort) => ({ ...row, to: sort }))
    // Also where its number stays: whoever moves it by an old version is to hear of this move.
    .filter((row) => row.sort !== row.to || row.id === id)
  const ids = moved.map((row) => row.id)
  await sql`update ${name} as kept set sort = new.sort, version = version + 1, updated_at = now(),
      updated_by = ${ctx.principal.userId}
    from unnest(${ids}::uuid[], ${moved.map(({ to }) => to)}::integer[]) as new (id, sort)
    where kept.id = new.id`.execute(ctx.db)
  ctx.note({ targetIds: [id], after: { before } })
  ctx.changed(path, ids)
  return moved.length
}
