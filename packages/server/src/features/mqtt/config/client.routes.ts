import { randomUUID } from 'node:crypto'
import { deviceMessages, type MqttClientRow, mqttClients } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { tell } from '../../../kit/outbox.ts'
import { serve } from '../../../kit/serve.ts'
import { deviceScope, kickPath, pageAlive } from '../../device/index.ts'
import { tellSettings } from '../log/resend.ts'
import { type NamedTerminal, requireOnline, requirePresent, requireTerminal } from '../terminals.ts'

const { serverTime } = deviceMessages

/** Milliseconds after which nobody waits for a test message any more. */
const patienceMs = 60_000

/** Who is connected now, and ways to try and to end that. */
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
  publish: async ({ body }, ctx) => {
    const device = await requireTerminal(ctx, body.sn)
    requireOnline(device)
    ctx.note({ targetIds: [device.id], about: { sn: device.sn } })
    const at = ctx.now().toISOString()
    if (body.message === 'time') return { messageId: await tellTime(ctx, device), at }
    tellSettings(ctx, device)
    return { messageId: null, at }
  },
})

/** The server's clock: what a terminal is told whenever it comes. */
async function tellTime(ctx: Context, { sn }: NamedTerminal): Promise<string> {
  const now = ctx.now().getTime()
  const messageId = randomUUID()
  const to = { sn, messageId, expiresAt: now + patienceMs }
  await tell(ctx, serverTime, { to, body: { now, acks: true } })
  return messageId
}

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
