import type pg from 'pg'
import { mqttClients } from '@muster/contract'
import { inTransaction } from '../../../platform/transaction.ts'
import type { LinkPlatform } from '../linkPlatform.ts'

/** What gateways know the terminals by that are to be let go. */
export const kickPath = mqttClients.kick.path

/** Lets terminals go that somebody wants gone. Answers what ends that. */
export const letKickedGo = (
  { live }: Pick<LinkPlatform, 'live'>,
  letGo: (deviceIds: readonly string[]) => void,
): (() => void) =>
  live.subscribe(({ path, ids }) => {
    if (path === kickPath && ids.length > 0) letGo(ids)
  })

/** Milliseconds for which the others keep their hands off. */
const aloneMs = 2_000

/** Of all gateways that hear of it, one lets the terminal go: NATS holds it for all of them. */
export async function kickAlone(
  pool: pg.Pool,
  deviceId: string,
  kick: (sn: string) => void,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ sn: string }>(
      `select device.sn from device where device.id = $1
        and pg_try_advisory_xact_lock(hashtextextended('kick ' || device.id::text, 0))`,
      [deviceId],
    )
    const [device] = rows
    if (!device) return
    kick(device.sn)
    await client.query('select pg_sleep($1)', [aloneMs / 1000])
  })
}
