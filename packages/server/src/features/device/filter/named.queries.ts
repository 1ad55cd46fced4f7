import type { Filter } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
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

/** A living group or label whose filter names a record; null: none does. */
export async function usedByFilter(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<{ id: string; name: string; isRule: boolean } | null> {
  const { rows } = await sql<{ id: string; name: string; isRule: boolean }>`
    select owner.id, owner.name, owner.is_rule from (
      select id, name, filter, false as is_rule from device_group where deleted_at is null and filter is not null
      union all select id, name, rule, true from classification where deleted_at is null and rule is not null) as owner
    where exists (select from unnest(${[...ids]}::text[]) as named (id)
      where position(named.id in owner.filter::text) > 0) limit 1`.execute(ctx.db)
  return rows[0] ?? null
}
