import { search, searchLimit } from '@muster/contract'
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
} from '../../device/index.ts'
import { organizationsByName } from '../../organization/index.ts'
import { usersByName } from '../../user/index.ts'

/** What a caller must hold to find records of a kind: what their list asks for. */
const permissions = {
  devices: 'DEVICE_LIST',
  users: 'USER_LIST',
  organizations: 'ORGANIZATION_LIST',
  models: 'DEVICE_MODEL_LIST',
} as const

export const searchRoutes = serve({ search }, ownSession, {
  search: async ({ query: { keyword } }, ctx) => {
    const sees = (kind: keyof typeof permissions) => mayCall(ctx.principal, permissions[kind])
    const [devices, users, organizations, models] = await Promise.all([
      sees('devices') ? findDevices(ctx, keyword) : [],
      sees('users') ? found(ctx, usersByName(ctx, keyword, searchLimit)) : [],
      sees('organizations') ? found(ctx, organizationsByName(ctx, keyword, searchLimit)) : [],
      sees('models') ? found(ctx, modelsByName(ctx, keyword, searchLimit)) : [],
    ])
    return { devices, users, organizations, models }
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

async function found<R>(ctx: Context, statement: RawBuilder<R>): Promise<R[]> {
  return (await statement.execute(ctx.db)).rows
}
