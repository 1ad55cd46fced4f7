import { codes, locations, longestTrack } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { FileAnswer } from '../../../platform/fileAnswer.ts'
import { findDevice } from '../command/command.queries.ts'
import { showItem } from '../command/command.routes.ts'
import { giveOne } from '../command/giveOne.ts'
import { deviceScope } from '../deviceScope.ts'
import { pageAlive } from '../estate/estatePage.ts'
import { rowsOf } from '../estate/rows.queries.ts'
import { clustersOf } from './cluster.queries.ts'
import { fenceOf, locationsOf, trackOf } from './position.queries.ts'
import { trackFiles } from './trackFile.rules.ts'

/** Where terminals are, and were. */
export const locationRoutes = serve(locations, deviceScope, {
  page: async ({ query }, ctx) => {
    const { list, ...page } = await pageAlive(ctx, { ...query, located: '1' })
    return { ...page, list: await locationsOf(ctx, list) }
  },
  cluster: ({ query }, ctx) => clustersOf(ctx, query),
  detail: ({ params }, ctx) => detail(ctx, params),
  detailZh: ({ params }, ctx) => detail(ctx, params),
  track: (asked, ctx) => fencedTrack(ctx, asked),
  trackZh: (asked, ctx) => fencedTrack(ctx, asked),
  refresh: async ({ params }, ctx) =>
    showItem(ctx, await giveOne(ctx, params.deviceId, { cmd: 'LOCATE', args: {} })),
  exportTrack: async (asked, ctx) => {
    const { params, query } = asked
    const device = await findDevice(ctx, params.deviceId)
    const { type, write } = trackFiles[query.format]
    const content = Buffer.from(write(device, await track(ctx, asked)))
    ctx.note({ targetIds: [device.id], about: { sn: device.sn } })
    return new FileAnswer(`${device.sn}-${query.from.slice(0, 10)}.${query.format}`, type, content)
  },
  style: async (_, { platform }) => ({ url: platform.env.mapStyle }),
})

interface OfDevice {
  readonly deviceId: string
}

async function detail(ctx: Context, { deviceId }: OfDevice) {
  const { id } = await findDevice(ctx, deviceId)
  const [found] = await locationsOf(ctx, await rowsOf(ctx, [id]))
  return found ?? null
}

async function fencedTrack(ctx: Context, asked: TrackAsked) {
  return { ...(await track(ctx, asked)), fence: await fenceOf(ctx, asked.params.deviceId) }
}

interface TrackAsked {
  readonly params: OfDevice
  readonly query: { readonly from: string; readonly until: string }
}

async function track(ctx: Context, { params, query }: TrackAsked) {
  const { id } = await findDevice(ctx, params.deviceId)
  const hours = (Date.parse(query.until) - Date.parse(query.from)) / 3_600_000
  if (hours <= 0 || hours > longestTrack)
    throw new Refusal(codes.badRequest, 'location.trackTooLong', {
      params: { hours: longestTrack },
    })
  return trackOf(ctx, id, query)
}
