import { type PlaceImpact, type stations, type TextKey } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { announceCounts, announceMoved } from './announceStations.ts'
import {
  holdStation,
  type LockedStation,
  moveToStation,
  readScanned,
  type Reading,
  type ScannedDevice,
} from './station.queries.ts'

interface Scan {
  readonly stationId: string
  readonly sns: readonly string[]
}

/** Terminals that stand nowhere any more, or that nobody has announced. */
const homeless: readonly string[] = ['UNCLAIMED', 'REPLACED', 'SCRAPPED']

/** Terminals come to a station, and leave it, by their serial numbers. */
export const bindHandlers: Handlers<Pick<typeof stations, 'bind' | 'unbind' | 'placeImpact'>> = {
  bind: async ({ body }, ctx) => move(ctx, body, await moveTo(ctx, body.stationId, 'HERE')),
  unbind: async ({ body }, ctx) => move(ctx, body, await moveTo(ctx, body.stationId, 'AWAY')),
  placeImpact: async ({ body }, ctx) => {
    const wanted = await moveTo(ctx, body.stationId, body.to)
    const { going, total } = await judge(ctx, { ...body, reading: 'LOOKED_AT' }, wanted)
    return {
      total,
      may: going.length,
      leaving: going.filter(({ stationId }) => stationId && stationId !== wanted.station.id).length,
      ...(body.withRows && { rows: await rowsOf(ctx, going) }),
    }
  },
}

async function moveTo(ctx: Context, stationId: string, to: 'HERE' | 'AWAY'): Promise<Move> {
  const station = await holdStation(ctx, stationId)
  if (to === 'AWAY') return { station, to: null, refusalOf: awayRefusal(station) }
  if (station.status === 0) throw fieldRefusal('stationId', 'rule.disabledRecord')
  return { station, to: station.id, refusalOf: bindRefusal }
}

const awayRefusal =
  ({ id }: LockedStation) =>
  ({ stationId }: ScannedDevice): TextKey | null =>
    stationId === null || stationId === id ? null : 'station.atAnother'

const bindRefusal = ({ lifecycle, isInLine }: ScannedDevice): TextKey | null => {
  if (homeless.includes(lifecycle)) return 'station.homeless'
  return isInLine ? null : 'station.otherBranch'
}

interface Move {
  readonly station: LockedStation
  readonly to: string | null
  readonly refusalOf: (device: ScannedDevice) => TextKey | null
}

/** Parts what was scanned into those that go and the others. */
async function judge(
  ctx: Context,
  { sns, reading }: Scan & { readonly reading: Reading },
  { station, to, refusalOf }: Move,
) {
  const wanted = [...new Set(sns)]
  const found = await readScanned(ctx, { sns: wanted, orgId: station.orgId }, reading)
  const others = found.filter(({ stationId }) => stationId !== to)
  const judged = others.map((device) => ({ device, key: refusalOf(device) }))
  const known = new Set(found.map(({ sn }) => sn))
  return {
    total: wanted.length,
    going: judged.filter(({ key }) => key === null).map(({ device }) => device),
    same: found.length - others.length,
    unknown: wanted.filter((sn) => !known.has(sn)),
    refused: judged.flatMap(({ device: { sn }, key }) => (key === null ? [] : [{ sn, key }])),
  }
}

async function move(ctx: Context, scan: Scan, wanted: Move) {
  const { going, same, unknown, refused } = await judge(ctx, { ...scan, reading: 'HELD' }, wanted)
  if (going.length > 0) await write(ctx, { going, ...wanted })
  return {
    count: going.length,
    same,
    unknown,
    refused: refused.map(({ sn, key }) => ({ sn, reason: translate(ctx.language, key) })),
  }
}

async function write(
  ctx: Context,
  { going, station, to }: Pick<Move, 'station' | 'to'> & { going: readonly ScannedDevice[] },
): Promise<void> {
  const ids = going.map(({ id }) => id)
  const moved = await moveToStation(ctx, ids, to)
  announceMoved(ctx, moved)
  const left = new Set(going.flatMap(({ stationId }) => stationId ?? []))
  // Where they come from may be somebody else's: those who see the terminals may hear of it.
  announceCounts(ctx, [station.id, ...left], station.orgId)
  ctx.note({ targetIds: ids, rows: moved, after: { stationId: to }, about: { name: station.name } })
}

type Row = NonNullable<PlaceImpact['rows']>[number]

async function rowsOf(ctx: Context, going: readonly ScannedDevice[]): Promise<Row[]> {
  const { rows } = await sql<Row>`select device.sn, device.name, own.name as org_name,
      station.name as station_name
    from device join organization own on own.id = device.org_id
      left join station on station.id = device.station_id
    where device.id = any(${going.map(({ id }) => id)}::uuid[]) order by device.sn`.execute(ctx.db)
  return rows
}
