import type { stations, TextKey } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { announceCounts, announceMoved } from './announceStations.ts'
import {
  holdStation,
  type LockedStation,
  lockScanned,
  moveToStation,
  type ScannedDevice,
} from './station.queries.ts'

interface Scan {
  readonly stationId: string
  readonly sns: readonly string[]
}

/** Terminals that stand nowhere any more, or that nobody has announced. */
const homeless: readonly string[] = ['UNCLAIMED', 'REPLACED', 'SCRAPPED']

/** Terminals come to a station, and leave it, by their serial numbers. */
export const bindHandlers: Handlers<Pick<typeof stations, 'bind' | 'unbind'>> = {
  bind: async ({ body }, ctx) => {
    const station = await holdStation(ctx, body.stationId)
    if (station.status === 0) throw fieldRefusal('stationId', 'rule.disabledRecord')
    return move(ctx, body, { station, to: station.id, refusalOf: bindRefusal })
  },
  unbind: async ({ body }, ctx) => {
    const station = await holdStation(ctx, body.stationId)
    const refusalOf = ({ stationId }: ScannedDevice) =>
      stationId === null || stationId === station.id ? null : 'station.atAnother'
    return move(ctx, body, { station, to: null, refusalOf })
  },
}

const bindRefusal = ({ lifecycle, isInLine }: ScannedDevice): TextKey | null => {
  if (homeless.includes(lifecycle)) return 'station.homeless'
  return isInLine ? null : 'station.otherBranch'
}

interface Move {
  readonly station: LockedStation
  readonly to: string | null
  readonly refusalOf: (device: ScannedDevice) => TextKey | null
}

async function move(ctx: Context, { sns }: Scan, { station, to, refusalOf }: Move) {
  const wanted = [...new Set(sns)]
  const found = await lockScanned(ctx, wanted, station.orgId)
  const others = found.filter(({ stationId }) => stationId !== to)
  const judged = others.map((device) => ({ device, key: refusalOf(device) }))
  const going = judged.filter(({ key }) => key === null).map(({ device }) => device)
  if (going.length > 0) await write(ctx, { going, station, to })
  const known = new Set(found.map(({ sn }) => sn))
  return {
    count: going.length,
    same: found.length - others.length,
    unknown: wanted.filter((sn) => !known.has(sn)),
    refused: judged.flatMap(({ device: { sn }, key }) =>
      key === null ? [] : [{ sn, reason: translate(ctx.language, key) }],
    ),
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
