import { type MqttClientRow, mqttClients } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { serve } from '../../../kit/serve.ts'
import { deviceScope, kickPath, pageAlive } from '../../device/index.ts'
import { requirePresent } from '../terminals.ts'

/** Who is connected now, and the way to end that. */
export const clientRoutes = serve(mqttClients, deviceScope, {
  page: async ({ query }, ctx) => {
    const { list, ...page } = await pageAlive(ctx, { ...query, presence: 'ONLINE' })
    const ids = list.map(({ id }) => id)
    const online = await connectionsOf(ctx, ids)
    return {
      ...page,
      list: list.map(
        ({ id, version, sn, orgName, modelName, agentVersion }): MqttClientRow => ({
          id,
          version,
          clientId: `d:${sn}`,
          sn,
          orgName,
          modelName,
          agentVersion,
          since: online.get(id)?.since ?? null,
          ip: online.get(id)?.ip ?? null,
        }),
      ),
    }
  },
  kick: async ({ params }, ctx) => {
    const { id, sn, orgId } = await requirePresent(ctx, params.clientId.slice(2))
    ctx.note({ targetIds: [id], about: { sn } })
    ctx.changed(kickPath, [id], [orgId])
    return { count: 1 }
  },
})

interface Connection {
  readonly id: string
  readonly since: string
  readonly ip: string | null
}

/** One that left since the page was found is shown without. */
async function connectionsOf({ db }: Context, ids: readonly string[]) {
  const { rows } = await sql<Connection>`select device_id as id, since, ip from device_online
    where device_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
