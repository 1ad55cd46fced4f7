import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { modelScope } from '../deviceScope.ts'

/**
 * The operating system of a static group's terminals, as one of them says, some left out; null: it has
 * none yet.
 */
export async function kindOf(
  { db }: Context,
  groupId: string,
  but: readonly string[] = [],
): Promise<string | null> {
  const { rows } = await sql<{
    osType: string
  }>`select model.os_type from device_group_member member
      join device on device.id = member.device_id join model on model.id = device.model_id
    where member.group_id = ${groupId} and member.device_id <> all(${[...but]}::uuid[]) limit 1`.execute(
    db,
  )
  return rows[0]?.osType ?? null
}

/** The operating systems of some terminals. */
export async function kindsOf(
  { db }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; osType: string }>`select device.id, model.os_type
    from device join model on model.id = device.model_id
    where device.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, osType }) => [id, osType]))
}

/**
 * Refuses terminals of another operating system than a static group has: what is pushed to it fits all of
 * them. They are members already: whoever has added others at the same time was waited for. A filter
 * finds whom it describes; a push to those passes by whom it does not fit.
 */
export async function requireOneKind(
  ctx: Context,
  groupId: string,
  ids: readonly string[],
): Promise<void> {
  const own = await kindOf(ctx, groupId, ids)
  const added = (await kindsOf(ctx, ids)).values()
  requireOne(ctx, 'sns', [...(own === null ? [] : [own]), ...added])
}

/** The same of the models that bound a group: the caller sees those that did not do so before. */
export async function requireOneKindOfModels(
  ctx: Context,
  modelIds: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  const { rows } = await sql<{ osType: string }>`select os_type from model
    where id = any(${[...modelIds]}::uuid[]) and deleted_at is null
      and (id = any(${[...before]}::uuid[]) or ${modelScope.rows(ctx.principal)})
    order by name`.execute(ctx.db)
  if (rows.length < new Set(modelIds).size) throw fieldRefusal('modelIds', 'rule.unknownRecord')
  requireOne(
    ctx,
    'modelIds',
    rows.map(({ osType }) => osType),
  )
}

function requireOne({ language }: Context, field: string, kinds: readonly string[]): void {
  const [kind = '', other] = new Set(kinds)
  if (other === undefined) return
  throw fieldRefusal(field, translate(language, 'group.mixedKinds', { kind, other }))
}
