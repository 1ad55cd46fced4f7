import {
  countCap,
  mostOutside,
  type ParamLevel,
  type ParsedOf,
  type params,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'

const devices = organizationsBy('device.orgId', {
  vendor: 'device.vendorId',
  model: 'device.modelId',
})

type Asked = ParsedOf<(typeof params)['templates']>['query']

/** Where terminals are looked at; all missing: nowhere. */
type Place = {
  readonly [K in 'orgId' | 'stationId' | 'groupId' | 'deviceId']?: string | null | undefined
}

/** Over `device`: it is of a target; null: no target is named. */
function isAt({ orgId, stationId, groupId, deviceId }: Place): RawBuilder<SqlBool> | null {
  if (deviceId) return sql<SqlBool>`device.id = ${deviceId}`
  if (groupId)
    return sql<SqlBool>`device.id in (select member.device_id from device_group_member member
      where member.group_id = ${groupId})`
  if (stationId) return sql<SqlBool>`device.station_id = ${stationId}`
  if (orgId)
    return sql<SqlBool>`device.org_id in (select below.id from organization below
      join organization place on below.path <@ place.path where place.id = ${orgId})`
  return null
}

/** Terminals by whose versions it is told what most of a target run. */
const mostSampled = 2000

/** The version of an application that most terminals of a target run, by some thousands of them; null: none is known. */
export async function usualVersion(
  { db, principal }: Context,
  { appId, ...place }: Asked,
): Promise<number | null> {
  const at = isAt(place)
  if (!at) return null
  const { rows } = await sql<{ code: number }>`with sampled as materialized (
      select installed.version_code as code
      from app join device_app installed on installed.package = app.package
        join device on device.id = installed.device_id
      where app.id = ${appId} and device.deleted_at is null and ${at} and ${devices.rows(principal)}
      limit ${mostSampled})
    select code from sampled group by code order by count(*) desc, code desc limit 1`.execute(db)
  return rows[0]?.code ?? null
}

interface Placed extends Place {
  readonly level: ParamLevel
  readonly appId: string
  readonly templateRevId: string
}

interface Outside {
  readonly code: string
  readonly name: string | null
  readonly count: number
}

/** Terminals of an assignment that run a version for which its template is not meant; null: it is for any. */
export async function outsideOf({ db, principal }: Context, row: Placed) {
  const { rows: ranges } = await sql<{
    versionFrom: number | null
    versionTo: number | null
  }>`select template.version_from, template.version_to from param_template_rev rev
    join param_template template on template.id = rev.template_id where rev.id = ${row.templateRevId}`.execute(
    db,
  )
  const [range] = ranges
  const at = isAt(row.level === 'ORG' ? { orgId: row.orgId } : { ...row, orgId: null })
  if (!range || !at || (range.versionFrom === null && range.versionTo === null)) return null
  const { versionFrom: from, versionTo: to } = range
  const { rows } = await sql<Outside>`with other as materialized (
      select installed.version_code as code, installed.version_name as name
      from app join device_app installed on installed.package = app.package
        join device on device.id = installed.device_id
      where app.id = ${row.appId} and device.deleted_at is null and ${at} and ${devices.rows(principal)}
        and not installed.version_code between ${from ?? 0} and ${to ?? Number.MAX_SAFE_INTEGER}
      limit ${countCap + 1})
    select code::text, max(name) as name, count(*)::integer as count from other
    group by code order by count(*) desc, code`.execute(db)
  const count = rows.reduce((sum, one) => sum + one.count, 0)
  const versions = rows
    .slice(0, mostOutside)
    .map(({ code, name }) => ({ code: Number(code), name }))
  return { ...range, count, versions }
}
