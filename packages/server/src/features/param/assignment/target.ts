import type { JsonLevel, ParamLevel } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { countBelow } from '../../organization/index.ts'

/** Where an assignment holds. */
export interface Target {
  readonly level: ParamLevel
  readonly orgId: string | null
  readonly stationId: string | null
  readonly groupId: string | null
  readonly deviceId: string | null
}

const fieldOf = {
  ORG: 'orgId',
  STATION: 'stationId',
  GROUP: 'groupId',
  DEVICE: 'deviceId',
} as const
const tableOf = { STATION: 'station', GROUP: 'deviceGroup', DEVICE: 'device' } as const

/** A target with nothing but what its level names, and whose it is. */
export async function requireTarget(
  { db }: Pick<Context, 'db'>,
  { level, ...given }: Target,
): Promise<Target & { readonly orgId: string }> {
  const field = fieldOf[level]
  const id = given[field]
  if (id === null) throw fieldRefusal(field, 'rule.required')
  const nothing = { stationId: null, groupId: null, deviceId: null }
  if (level === 'ORG') return { ...nothing, level, orgId: id }
  const { rows } = await sql<{ orgId: string }>`select org_id from ${sql.table(tableOf[level])}
    where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw fieldRefusal(field, 'rule.unknownRecord')
  return { ...nothing, level, orgId: row.orgId, [field]: id }
}

/** A target of an assignment, or of a document: that may be a model below an organisation. Its level as it is kept. */
export interface Placed {
  readonly id: string
  readonly level: string
  readonly orgId: string | null
  readonly modelId?: string | null
  readonly stationId?: string | null
  readonly groupId: string | null
}

/** How many terminals are at each of some targets: by the counts that are kept, however large the estate. */
export async function countTargets(
  { db }: Pick<Context, 'db'>,
  targets: readonly Placed[],
): Promise<ReadonlyMap<string, number>> {
  const of = (level: ParamLevel | JsonLevel) => targets.filter((one) => one.level === level)
  const places = [...of('ORG'), ...of('MODEL')].map(({ id, orgId, level, modelId = null }) => ({
    id,
    orgId,
    modelId: level === 'MODEL' ? modelId : null,
  }))
  const counted = [
    ...(places.length > 0 ? await countBelow({ db }, places) : []),
    ...(await countKept(db, of('GROUP'), 'groupId')),
    ...(await countKept(db, of('STATION'), 'stationId')),
  ]
  const found = new Map(counted)
  return new Map(
    targets.map(({ id, level }) => [id, level === 'DEVICE' ? 1 : (found.get(id) ?? 0)]),
  )
}

const counts = {
  groupId: sql`select group_id as place, members::integer as devices from device_group_size where group_id`,
  stationId: sql`select station_id as place, count(*)::integer as devices from device
    where deleted_at is null and station_id`,
}

async function countKept(
  db: Kysely<DB>,
  targets: readonly Placed[],
  field: 'groupId' | 'stationId',
): Promise<[string, number][]> {
  if (targets.length === 0) return []
  const ids = targets.map((one) => one[field])
  const grouped = field === 'stationId' ? sql`group by station_id` : sql``
  const { rows } = await sql<{
    place: string
    devices: number
  }>`${counts[field]} = any(${ids}::uuid[])
    ${grouped}`.execute(db)
  const byPlace = new Map(rows.map(({ place, devices }) => [place, devices]))
  return targets.map((one) => [one.id, byPlace.get(one[field] ?? '') ?? 0])
}
