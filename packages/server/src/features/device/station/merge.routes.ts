import { codes, stations } from '@muster/contract'
import { sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import type { Bin } from '../../../kit/recycleBin.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { deviceScope } from '../deviceScope.ts'
import { announceCounts, announceMoved } from './announceStations.ts'
import { ownTerminals } from './ownTerminals.ts'
import { type LockedStation, lockStations, moveToStation, outOfLine } from './station.queries.ts'
import { stationScope } from './stationScope.ts'

interface Merging {
  readonly keepId: string
  readonly ids: readonly string[]
}

/** Duplicates become one: their terminals move, they themselves go to the recycle bin. */
export const mergeHandlers = (
  bin: Pick<Bin, 'remove'>,
): Handlers<Pick<typeof stations, 'merge' | 'mergePreview'>> => ({
  mergePreview: async ({ body: { ids } }, ctx) => {
    const { rows } = await sql<Candidate>`select id, name, code, address, org_name, device_count
      from station_row as row where id = any(${ids}::uuid[]) and deleted_at is null
        and ${stationScope.rows(ctx.principal)} order by device_count desc, name`.execute(ctx.db)
    if (rows.length < new Set(ids).size) throw notFound()
    return ownTerminals(ctx, rows)
  },
  merge: async ({ body }, ctx) => {
    const { keep, others } = await openMerge(ctx, body)
    const devices = await devicesAt(ctx, others)
    await requireMovable(ctx, { keep, others, devices })
    const moved = await moveToStation(
      ctx,
      devices.map(({ id }) => id),
      keep.id,
    )
    announceMoved(ctx, moved)
    announceCounts(ctx, [keep.id], keep.orgId)
    const removed = await bin.remove(
      ctx,
      others.map(({ id }) => id),
    )
    ctx.note({ about: { name: keep.name }, after: { keepId: keep.id, devices: moved.length } })
    return { devices: devices.filter(({ isAlive }) => isAlive).length, removed: removed.length }
  },
})

interface Candidate {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly address: string
  readonly orgName: string
  readonly deviceCount: number
}

async function openMerge(ctx: Context, { keepId, ids }: Merging) {
  const { permission } = stations.remove
  if (!mayCall(ctx.principal, permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
  const locked = await lockStations(ctx, [keepId, ...ids])
  if (ids.includes(keepId)) throw new Refusal(codes.warning, 'station.mergeItself')
  const keep = locked.find(({ id }) => id === keepId)
  if (!keep) throw new Error('a station was lost while it was locked')
  return { keep, others: locked.filter(({ id }) => id !== keepId) }
}

interface MovingDevice {
  readonly id: string
  readonly sn: string
  readonly isAlive: boolean
  readonly isMine: boolean
}

/** All terminals of these stations, those in the recycle bin too: they come back to the one that stays. */
async function devicesAt(
  ctx: Context,
  others: readonly LockedStation[],
): Promise<readonly MovingDevice[]> {
  const { rows } = await sql<MovingDevice>`select id, sn, deleted_at is null as is_alive,
      ${deviceScope.rows(ctx.principal)} as is_mine
    from device where station_id = any(${others.map(({ id }) => id)}::uuid[])
    order by id for no key update`.execute(ctx.db)
  return rows
}

interface Judged {
  readonly keep: LockedStation
  readonly others: readonly LockedStation[]
  readonly devices: readonly MovingDevice[]
}

async function requireMovable(ctx: Context, { keep, others, devices }: Judged): Promise<void> {
  // Whose terminal it is, the caller may not know.
  if (devices.some(({ isMine }) => !isMine)) throw new Refusal(codes.warning, 'station.mergeOthers')
  const odd = await outOfLine(
    ctx,
    others.map(({ id }) => id),
    keep.orgId,
  )
  if (odd) throw new Refusal(codes.warning, 'station.mergeElsewhere', { params: { name: odd.sn } })
}
