import { fetchedApkStates, fetchedVersionStates } from '@muster/contract'
import type pg from 'pg'

/** A file that a terminal has been told to fetch. */
export interface Artifact {
  readonly sha256: Buffer
  readonly bytes: number
  readonly name: string
  /** Where the terminal is: whose slots it takes. */
  readonly orgId: string
  readonly stationId: string | null
  /** The terminal is disabled: it may come again once it is enabled. */
  readonly isHeld: boolean
}

/** What an item is about: of its own, or that of its push. */
const args = `coalesce(item.args, push.args)`
const openItem = `push_item item left join push on push.id = item.push_id
  where item.id = $1::uuid and item.device_id = $2::uuid and item.ended_at is null and ${args} ? 'artifact'
    and not exists (select from apk where apk.id = (${args} #>> '{gate,apkId}')::uuid
      and (apk.deleted_at is not null or apk.state <> all($3::text[])
        and not (apk.state = 'SIGNED' and is_testing(apk.id, $2::uuid))))
    and not exists (select from upgrade_version version where version.id = (${args} #>> '{gate,versionId}')::uuid
      and (version.deleted_at is not null or version.state <> all($4::text[])))`

/** The file of a terminal's own item, while that is under way and its version has not been taken away. */
export async function findArtifact(
  pool: pg.Pool,
  { itemId, deviceId }: { readonly itemId: string; readonly deviceId: string },
): Promise<Artifact | null> {
  const { rows } = await pool.query<Artifact>({
    name: 'delivery.artifact',
    text: `select decode(file.args ->> 'sha256', 'hex') as sha256, (file.args ->> 'size')::bigint as bytes,
        file.args ->> 'name' as name, device.org_id as "orgId", device.station_id as "stationId",
        device.status <> 1 as "isHeld"
      from (select item.device_id, ${args} -> 'artifact' as args from ${openItem}) as file
        join device on device.id = file.device_id`,
    values: [itemId, deviceId, fetchedApkStates, fetchedVersionStates],
  })
  return rows[0] ?? null
}

/** Whether an item still wants its file. */
export const isWanted = `exists (select from push_item item
  where item.id = download.item_id and item.ended_at is null)`

/** Seconds after which a terminal that is disabled asks again. */
export const heldSeconds = 60

/** Whether its terminal is disabled: nothing is sent to it, and it goes on once it is enabled again. */
export const isHeld = `exists (select from device where device.id = download.device_id and device.status <> 1)`
