import { type RawBuilder, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { layersOf, type Owner } from '../assignment/inherited.ts'
import { resolve } from '../resolve/resolve.rules.ts'
import { dictionaryOwner } from '../resolve/sets.queries.ts'

/** A revision of a template that values are of. */
export interface SheetTemplate {
  readonly appId: string
  readonly templateRevId: string
}

/** A terminal with what its own assignment says. */
export interface Terminal {
  readonly deviceId: string
  readonly sn: string
  readonly orgId: string
  /** Whether the template may be used for it, and its assignment be written. */
  readonly isOffered: boolean
  /** Its own assignment's; null: it has none. */
  readonly id: string | null
  readonly templateRevId: string | null
  readonly state: string | null
  readonly askedBy: string | null
  readonly askedFor: string | null
  /** Whether the draft says something else than what is in force. */
  readonly isChanged: boolean | null
  readonly content: unknown
  readonly sealed: Buffer | null
}

const own = organizationsBy('own.id')

/** Where a template lies: it may be used for the terminals there, and below. */
export const placeOf = (templateRevId: string): RawBuilder<unknown> =>
  sql`(select place.path from param_template_rev rev join param_template template on template.id = rev.template_id
    join organization place on place.id = template.org_id where rev.id = ${templateRevId})`

/** Terminals by their ids; assignments that they have of the application are held until the end where they are written. */
export async function readTerminals(
  { db, principal }: Context,
  { appId, templateRevId }: SheetTemplate,
  ids: readonly string[],
): Promise<Map<string, Terminal>> {
  const { rows } = await sql<Terminal>`select device.id as device_id, device.sn, device.org_id,
      own.path <@ ${placeOf(templateRevId)}
        and ${own.rows(principal)} as is_offered,
      a.id, a.template_rev_id, a.state, a.asked_by, a.asked_for, a.is_changed, a.content, a.sealed
    from device join organization own on own.id = device.org_id
      left join param_assignment_row a on a.device_id = device.id and a.org_id = device.org_id
        and a.level = 'DEVICE' and a.app_id = ${appId} and a.deleted_at is null
    where device.id = any(${[...ids]}::uuid[]) and device.deleted_at is null`.execute(db)
  return new Map(rows.map((row) => [row.deviceId, row]))
}

/** Holds the terminals' assignments of an application, so that nobody edits them meanwhile. */
export async function holdAssignments(
  { db }: Context,
  { appId }: SheetTemplate,
  ids: readonly string[],
): Promise<void> {
  // Of two sheets that would make the same assignments the later one finds them.
  await sql`select pg_advisory_xact_lock(hashtextextended('param.values ' || ${appId}, 0))`.execute(
    db,
  )
  await sql`select from param_assignment where device_id = any(${[...ids]}::uuid[]) and app_id = ${appId}
    order by id for update`.execute(db)
}

/** Who a terminal inherits from, and what it does. */
type Inherited = ReadonlyMap<string, string | null>

/** What terminals would have without their own assignment; of secrets that there is one. Most terminals share it. */
export async function inheritedByMany(
  ctx: Context,
  { appId, templateRevId, pids }: SheetTemplate & { readonly pids: readonly string[] },
  terminals: readonly Terminal[],
): Promise<(deviceId: string) => Inherited> {
  const ids = terminals.map(({ deviceId }) => deviceId)
  const owned = terminals.flatMap(({ id }) => id ?? [])
  const { rows } = await sql<{
    deviceId: string
    owners: string[]
  }>`select layer.device_id, array_agg(layer.assignment_id order by layer.place) as owners
    from param_layers(${ids}::uuid[]) layer
    where layer.app_id = ${appId} and layer.assignment_id <> all(${owned}::uuid[])
    group by layer.device_id`.execute(ctx.db)
  const ownersOf = new Map(rows.map(({ deviceId, owners }) => [deviceId, owners]))
  const found = new Map<string, Inherited>()
  for (const owners of [[], ...ownersOf.values()]) {
    const key = owners.join()
    if (!found.has(key)) found.set(key, await inheritedFrom(ctx, owners, { templateRevId, pids }))
  }
  const none: Inherited = new Map()
  return (deviceId) => found.get((ownersOf.get(deviceId) ?? []).join()) ?? none
}

async function inheritedFrom(
  ctx: Context,
  owners: readonly string[],
  {
    templateRevId,
    pids,
  }: Pick<SheetTemplate, 'templateRevId'> & { readonly pids: readonly string[] },
): Promise<Inherited> {
  const layers: Owner[] = [
    ...owners.map((id): Owner => ({ id, source: 'ORG', name: null })),
    { id: templateRevId, source: 'TEMPLATE', name: null },
    { id: dictionaryOwner, source: 'DICTIONARY', name: null },
  ]
  const found = resolve(pids, await layersOf(ctx, layers, pids))
  return new Map(
    [...found].map(([pid, { value }]) => [pid, value.isSecret ? null : value.text] as const),
  )
}
