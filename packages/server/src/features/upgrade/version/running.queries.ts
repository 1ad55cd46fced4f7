import { countCap, type ParsedOf, type ReplyOf, type upgradeVersions } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { deviceScope, runningVersion } from '../../device/index.ts'
import { isForModels, part } from './countRunning.queries.ts'
import { storedVersions } from './versionBin.ts'

type Asked = ParsedOf<typeof upgradeVersions.devices>
type DevicePage = ReplyOf<typeof upgradeVersions.devices>

/** Terminals that run a version, or that it is for and that have an older one. */
export async function pageRunning(ctx: Context, { params, query }: Asked): Promise<DevicePage> {
  const { pageNum, pageSize, standing, keyword } = query
  const { kind, versionName, modelIds } = await storedVersions.find(ctx, params.id)
  const running = runningVersion(part.parse(kind))
  const where = sql`${isForModels(modelIds)} and ${deviceScope.rows(ctx.principal)}
    and ${standsSo(standing, running, versionName)}
    and starts_with(device.sn, ${keyword?.trim().toUpperCase() ?? ''})`
  const { rows: list } = await sql<DevicePage['list'][number]>`with page as materialized (
      select device.id from device where ${where}
      order by device.sn limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select device.id, device.sn, device.name, place.name as org_name, model.name as model_name,
      ${running} as running, case when online.device_id is not null then 'ONLINE'
        when state.device_id is not null then 'OFFLINE' else 'NEVER' end as presence
    from page join device on device.id = page.id join organization place on place.id = device.org_id
      join model on model.id = device.model_id
      left join device_online online on online.device_id = device.id
      left join device_state state on state.device_id = device.id
    order by device.sn`.execute(ctx.db)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from device where ${where} limit ${countCap + 1}) as matching`.execute(ctx.db)
  const total = rows[0]?.count ?? 0
  return {
    list,
    total: Math.min(total, countCap),
    capped: total > countCap,
    pageNum,
    pageSize,
  }
}

const standsSo = (
  standing: 'ON' | 'BEHIND',
  running: RawBuilder<string | null>,
  version: string,
): RawBuilder<SqlBool> =>
  standing === 'ON'
    ? sql<SqlBool>`${running} = ${version}`
    : sql<SqlBool>`device.lifecycle = 'ACTIVE' and ${running} is distinct from ${version}
        and (version_key(${running}) > version_key(${version})) is not true`
