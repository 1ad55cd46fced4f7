import { codes, type Filter } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { conditionsOf } from './uses.rules.ts'

const scope = organizationsBy('orgId')

/**
 * What a filter that is kept may name: groups and labels that exist, groups that are static, and in
 * the rule of a label only labels that are given by hand. So no membership hangs on itself.
 */
export async function requireNamed(
  ctx: Context,
  { filter, field, isRule }: { filter: Filter; field: string; isRule: boolean },
): Promise<void> {
  const conditions = conditionsOf(filter)
  const named = (of: string) =>
    conditions.filter((one) => one.field === of).flatMap(({ values }) => values)
  const groups = new Set(named('groupId'))
  if (groups.size > 0) {
    const { rows } = await sql<{ type: string }>`select type from device_group
      where id = any(${[...groups]}::uuid[]) and deleted_at is null and ${scope.rows(ctx.principal)}
      for key share`.execute(ctx.db)
    if (rows.length < groups.size) throw fieldRefusal(field, 'filter.unknownGroup')
    if (rows.some(({ type }) => type !== 'STATIC')) throw fieldRefusal(field, 'filter.groupsOnly')
  }
  const labels = new Set(named('classificationId'))
  if (labels.size > 0) {
    const { rows } = await sql<{ hasRule: boolean }>`select rule is not null as has_rule
      from classification where id = any(${[...labels]}::uuid[]) and deleted_at is null
      for key share`.execute(ctx.db)
    if (rows.length < labels.size) throw fieldRefusal(field, 'filter.unknownLabel')
    if (isRule && rows.some(({ hasRule }) => hasRule))
      throw fieldRefusal(field, 'filter.labelsOnly')
  }
}

/** Whose filter names a record. */
interface FilterOwner {
  readonly name: string
  readonly isRule: boolean
  /** Whether the caller sees it; labels are everybody's. */
  readonly isSeen: boolean
}

/** A living group or label whose filter names a record; null: none does. */
export async function usedByFilter(
  ctx: Context,
  ids: readonly string[],
): Promise<FilterOwner | null> {
  const { rows } = await sql<FilterOwner>`
    select owner.name, owner.is_rule, owner.is_seen from (
      select name, filter, false as is_rule, ${scope.rows(ctx.principal)} as is_seen
        from device_group where deleted_at is null and filter is not null
      union all select name, rule, true, true from classification where deleted_at is null and rule is not null) as owner
    where exists (select from unnest(${[...ids]}::text[]) as named (id)
      where position(named.id in owner.filter::text) > 0)
    order by owner.is_seen desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** Refuses to part with a record that a filter names; whose it is, only to whom sees it. */
export async function requireNoFilter(ctx: Context, ids: readonly string[]): Promise<void> {
  const owner = await usedByFilter(ctx, ids)
  if (!owner) return
  const key = owner.isSeen ? 'group.usedBy' : 'refusal.inUse'
  throw new Refusal(codes.warning, key, { params: { name: owner.name } })
}
