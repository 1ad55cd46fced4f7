import { clients, type ParsedOf, type ShownScope, clientsPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { serve } from '../../kit/serve.ts'
import {
  readScope,
  requireClientsNotAbove,
  requireNarrower,
  saveScope,
} from '../user/access/index.ts'
import { grantRights, ofClient, shownRights } from '../user/role/index.ts'
import { callsOfDay } from './calls.queries.ts'
import { clientBin, clientScope, requireOwnClient } from './clientBin.ts'
import { endSecrets, makeSecret } from './secret.ts'

/** API clients: who they are, what they may do, and their secrets. */
export const clientRoutes = serve(clients, clientScope, {
  ...lifecycle(clients, clientBin, { search: ['name'], order: ['name'] }),
  rotate: ({ params: { id }, body }, ctx) => rotate(ctx, id, body.endsOldNow),
  rights: async ({ params: { id } }, ctx) => {
    await clientBin.find(ctx, id)
    return shownRights(ctx, ofClient(id))
  },
  setRights: ({ params: { id }, body }, ctx) => setRights(ctx, id, body),
  scope: async ({ params: { id } }, ctx) => {
    await clientBin.find(ctx, id)
    return (await readScope(ctx, { clientId: id })) ?? narrowest
  },
  setScope: ({ params: { id }, body }, ctx) => setScope(ctx, id, body),
  calls: async ({ params: { id } }, ctx) => {
    await clientBin.find(ctx, id)
    return callsOfDay(ctx, id)
  },
})

const narrowest: ShownScope = { kind: 'SELF', organizations: [], vendors: [], models: [] }

async function rotate(ctx: Context, id: string, endsOldNow: boolean) {
  const client = await requireOwnClient(ctx, id)
  // Two who rotate at once take turns: else both would leave a secret behind that never ends.
  await sql`select from api_client where id = ${id} for update`.execute(ctx.db)
  const oldSecretUntil = await endSecrets(ctx, id, endsOldNow)
  const secret = await makeSecret(ctx, id)
  ctx.note({ targetIds: [id], about: client, after: { oldSecretUntil } })
  ctx.changed(clientsPath, [id], [client.orgId])
  return { secret, oldSecretUntil }
}

async function setRights(
  ctx: Context,
  id: string,
  { version, menuIds }: ParsedOf<typeof clients.setRights>['body'],
) {
  // First, because it locks the client: two who grant at once take turns.
  const client = await clientBin.update(ctx, { id, version })
  await grantRights(ctx, ofClient(id), menuIds)
  return { version: client.version }
}

async function setScope(
  ctx: Context,
  id: string,
  { version, ...given }: ParsedOf<typeof clients.setScope>['body'],
) {
  const client = await clientBin.update(ctx, { id, version })
  await requireNarrower(ctx, given, { orgId: client.orgId, isInherited: false })
  const before = await readScope(ctx, { clientId: id })
  await saveScope(ctx, { clientId: id }, given)
  await requireClientsNotAbove(ctx, [id])
  ctx.note({ before, after: given })
  return { version: client.version }
}
