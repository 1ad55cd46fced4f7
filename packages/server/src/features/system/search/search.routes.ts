import {
  appKinds,
  apps,
  banners,
  commandNames,
  mqttApks,
  mqttTasks,
  orgApks,
  search,
  searchLimit,
} from '@muster/contract'
import type { RawBuilder } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import {
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
} as const

export const searchRoutes = serve({ search }, ownSession, {
  search: async ({ query: { keyword } }, ctx) => {
    const sees = (kind: keyof typeof permissions) => mayCall(ctx.principal, permissions[kind])
    const sought = { text: keyword, limit: searchLimit }
    const pushes = [...(sees('tasks') ? commandNames : []), ...(sees('appTasks') ? appKinds : [])]
    return {
      devices: sees('devices') ? await findDevices(ctx, keyword) : [],
      users: sees('users') ? await found(ctx, usersByName(ctx, keyword, searchLimit)) : [],
      organizations: sees('organizations')
        ? await found(ctx, organizationsByName(ctx, keyword, searchLimit))
        : [],
      models: sees('models') ? await found(ctx, modelsByName(ctx, keyword, searchLimit)) : [],
      apps: sees('apps') ? await found(ctx, appsByName(ctx, sought)) : [],
      policies: sees('policies') ? await found(ctx, policiesByName(ctx, sought)) : [],
      banners: sees('banners') ? await found(ctx, bannersByTitle(ctx, sought)) : [],
      tasks: await found(ctx, pushesByWords(ctx, pushes, sought)),
      records: await found(ctx, recordsByName(ctx, sought)),
    }
  },
})

/** Those whose serial number begins so, and where there is room those that have it anywhere. */
async function findDevices(ctx: Context, keyword: string): Promise<NamedDevice[]> {
  const first = await found(ctx, await devicesBySerial(ctx, keyword, searchLimit))
  const byWords =
    first.length < searchLimit ? await devicesByWords(ctx, keyword, searchLimit) : null
  if (!byWords) return first
  const known = new Set(first.map(({ id }) => id))
  const more = (await found(ctx, byWords)).filter(({ id }) => !known.has(id))
  return [...first, ...more].slice(0, searchLimit)
}

async function found<R>(ctx: Context, statement: RawBuilder<R> | null): Promise<R[]> {
  return statement ? (await statement.execute(ctx.db)).rows : []
}
