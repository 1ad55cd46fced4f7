import {
  appKinds,
  apps,
  banners,
  commandNames,
  mqttApks,
  mqttTasks,
  orgApks,
  paramKinds,
  paramPushes,
  search,
  searchLimit,
} from '@muster/contract'
import type { RawBuilder } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import {
  devicesAtStations,
  devicesBySerial,
  devicesByWords,
  modelsByName,
  type NamedDevice,
  pushesByWords,
} from '../../device/index.ts'
import { organizationsByName } from '../../organization/index.ts'
import { usersByName } from '../../user/index.ts'
import { appsByName, bannersByTitle, policiesByName } from './appSearch.queries.ts'
import { recordsByName } from './recordSearch.queries.ts'

/** What a caller must hold to find records of a kind: what their list asks for. */
const permissions = {
  devices: 'DEVICE_LIST',
  users: 'USER_LIST',
  organizations: 'ORGANIZATION_LIST',
  models: 'DEVICE_MODEL_LIST',
  apps: apps.page.permission,
  policies: orgApks.page.permission,
  banners: banners.page.permission,
  tasks: mqttTasks.page.permission,
  appTasks: mqttApks.page.permission,
  paramPushes: paramPushes.page.permission,
} as const

export const searchRoutes = serve({ search }, ownSession, {
  search: async ({ query: { keyword } }, ctx) => {
    const sees = (kind: keyof typeof permissions) => mayCall(ctx.principal, permissions[kind])
    const sought = { text: keyword, limit: searchLimit }
    const pushes = [
      ...(sees('tasks') ? commandNames : []),
      ...(sees('appTasks') ? appKinds : []),
      ...(sees('paramPushes') ? paramKinds : []),
    ]
    const records = await found(ctx, recordsByName(ctx, sought))
    const stationIds = records.filter(({ kind }) => kind === 'station').map(({ id }) => id)
    return {
      devices: sees('devices') ? await findDevices(ctx, keyword, stationIds) : [],
      users: sees('users') ? await found(ctx, usersByName(ctx, keyword, searchLimit)) : [],
      organizations: sees('organizations')
        ? await found(ctx, organizationsByName(ctx, keyword, searchLimit))
        : [],
      models: sees('models') ? await found(ctx, modelsByName(ctx, keyword, searchLimit)) : [],
      apps: sees('apps') ? await found(ctx, appsByName(ctx, sought)) : [],
      policies: sees('policies') ? await found(ctx, policiesByName(ctx, sought)) : [],
      banners: sees('banners') ? await found(ctx, bannersByTitle(ctx, sought)) : [],
      tasks: await found(ctx, pushesByWords(ctx, pushes, sought)),
      records,
    }
  },
})

/**
 * Those whose serial number begins so, and where there is room those that have it anywhere, then
 * those at the stations that were found by it.
 */
async function findDevices(
  ctx: Context,
  keyword: string,
  stationIds: readonly string[],
): Promise<NamedDevice[]> {
  const first = await found(ctx, await devicesBySerial(ctx, keyword, searchLimit))
  if (first.length >= searchLimit) return first
  const more = joined(first, await found(ctx, await devicesByWords(ctx, keyword, searchLimit)))
  if (more.length >= searchLimit || stationIds.length === 0) return more
  return joined(more, await found(ctx, await devicesAtStations(ctx, stationIds, searchLimit)))
}

/** Both, none twice, as far as there is room. */
function joined(some: readonly NamedDevice[], others: readonly NamedDevice[]): NamedDevice[] {
  const known = new Set(some.map(({ id }) => id))
  return [...some, ...others.filter(({ id }) => !known.has(id))].slice(0, searchLimit)
}

async function found<R>(ctx: Context, statement: RawBuilder<R> | null): Promise<R[]> {
  return statement ? (await statement.execute(ctx.db)).rows : []
}
