import type { TextKey } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { deviceScope } from '../../device/index.ts'
import { writeSheet } from '../../transfer/index.ts'
import type { Words } from '../document/words.ts'

type Row = Readonly<Record<string, unknown>>
type Terminal = Row & { readonly sn: string }

/** Rows that are in memory at a time. */
const batch = 2000

/**
 * What PCI DSS 9.5.1.1 asks of the list of devices: make and model, where each is, its serial number or
 * another thing that is its own; and in whose hands it is, whether somebody has broken into it, and when it was last
 * heard of.
 */
const columns: readonly (readonly [member: string, heading: TextKey])[] = [
  ['sn', 'device.sn'],
  ['vendor', 'device.vendor'],
  ['model', 'device.model'],
  ['imei', 'device.imei'],
  ['tid', 'device.tid'],
  ['mid', 'device.mid'],
  ['organization', 'device.organization'],
  ['station', 'audit.station'],
  ['address', 'station.address'],
  ['latitude', 'station.latitude'],
  ['longitude', 'station.longitude'],
  ['lifecycle', 'audit.custody'],
  ['locked', 'audit.locked'],
  ['tampered', 'device.security.TAMPERED'],
  ['rooted', 'device.security.ROOTED'],
  ['keysMissing', 'device.security.KEY_MISSING'],
  ['firmware', 'audit.firmware'],
  ['activatedAt', 'audit.activatedAt'],
  ['lastSeenAt', 'audit.lastSeenAt'],
]

/** The terminals that the caller sees, as CSV, in the order of their serial numbers. */
export function terminalList(ctx: Context, words: Words) {
  const { t, word, moment, language } = words
  const at = (value: unknown) => (typeof value === 'string' ? moment(value) : null)
  const valueOf: Readonly<Record<string, (row: Row) => unknown>> = {
    lifecycle: ({ lifecycle }) => word('device.lifecycle', String(lifecycle)),
    locked: ({ locked }) => t(locked === 'NONE' ? 'kit.no' : 'kit.yes'),
    tampered: ({ tampered }) => t(tampered === true ? 'kit.yes' : 'kit.no'),
    rooted: ({ rooted }) => t(rooted === true ? 'kit.yes' : 'kit.no'),
    keysMissing: ({ keysMissing }) => t(keysMissing === true ? 'kit.yes' : 'kit.no'),
    activatedAt: ({ activatedAt }) => at(activatedAt),
    lastSeenAt: ({ lastSeenAt }) => at(lastSeenAt),
  }
  const named = columns.map(([member, heading]) => {
    const value = valueOf[member]
    return [member, t(heading), value] as const
  })
  return writeSheet(rowsOf(ctx), { format: 'csv', columns: named }, language)
}

async function* rowsOf(ctx: Context): AsyncGenerator<Terminal> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Terminal>`with seen as materialized (
        select id, sn from device where deleted_at is null and ${deviceScope.rows(ctx.principal)}
          and sn > ${after} order by sn limit ${batch})
      select device.id, device.sn, vendor.name as vendor, model.name as model, device.imei, device.tid,
        coalesce(device.mid, station.mid) as mid, place.name as organization, station.name as station,
        station.address, station.latitude, station.longitude, device.lifecycle,
        coalesce(held.state, 'NONE') as locked,
        exists (select from device_security told where told.device_id = device.id and told.kind = 'TAMPERED') as tampered,
        exists (select from device_security told where told.device_id = device.id and told.kind = 'ROOTED') as rooted,
        exists (select from device_security told where told.device_id = device.id and told.kind = 'KEY_MISSING') as keys_missing,
        device.firmware, device.activated_at, state.last_seen_at
      from seen join device on device.id = seen.id
        join model on model.id = device.model_id join vendor on vendor.id = device.vendor_id
        join organization place on place.id = device.org_id
        left join station on station.id = device.station_id
        left join device_lock held on held.device_id = device.id
        left join device_state state on state.device_id = device.id
      order by device.sn`.execute(ctx.db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.sn
  }
}
