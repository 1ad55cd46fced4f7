import { search, searchLimit } from '@muster/contract'
import type { RawBuilder } from 'kysely'
import { type Context, mayCall } from '../../../kit/context.ts'
import { ownSession } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { devicesBySerial } from '../../device/index.ts'
import { usersByName } from '../../user/index.ts'

/** What a caller must hold to find records of a kind: what their list asks for. */
const permissions = { devices: 'DEVICE_LIST', users: 'USER_LIST' } as const

export const searchRoutes = serve({ search }, ownSession, {
  search: async ({ query: { keyword } }, ctx) => {
    const sees = (kind: keyof typeof permissions) => mayCall(ctx.principal, permissions[kind])
    const [devices, users] = await Promise.all([
      sees('devices') ? found(ctx, await devicesBySerial(ctx, keyword, searchLimit)) : [],
      sees('users') ? found(ctx, usersByName(ctx, keyword, searchLimit)) : [],
    ])
    return { devices, users }
  },
})

async function found<R>(ctx: Context, statement: RawBuilder<R>): Promise<R[]> {
  return (await statement.execute(ctx.db)).rows
}
