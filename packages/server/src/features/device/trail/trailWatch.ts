import { mqttLog } from '@muster/contract'
import type { LinkPlatform } from '../linkPlatform.ts'
import { devicesOf, type TrailEntry, type WatchedDevice } from './trail.queries.ts'

/** What gateways know the terminals by whose messages somebody looks at. */
export const trailWatchPath = `${mqttLog.tail.path}/watched`

/** Nobody looks any more who has not asked again for so long. */
const watchedMs = 60_000
/** More are not told of one by one. */
const maxWatched = 200

/** Tells consoles of new entries of the terminals that they look at, and of no others. */
export function openTrailWatch({ pool, live, log, now }: LinkPlatform): {
  readonly tell: (entries: readonly TrailEntry[]) => void
  readonly stop: () => void
} {
  const watched = new Map<string, WatchedDevice & { readonly until: number }>()
  const stop = live.subscribe(({ path, ids }) => {
    if (path !== trailWatchPath || ids.length === 0) return
    devicesOf(pool, ids).then(
      (devices) => {
        const until = now().getTime() + watchedMs
        for (const device of devices)
          if (watched.size < maxWatched || watched.has(device.sn))
            watched.set(device.sn, { ...device, until })
      },
      (error: unknown) => log.warn({ err: error }, 'a message trail is not followed'),
    )
  })
  return {
    stop,
    tell(entries) {
      if (watched.size === 0) return
      const at = now().getTime()
      for (const [sn, { until }] of watched) if (until < at) watched.delete(sn)
      const said = new Set(entries.map(({ sn }) => sn))
      for (const { sn, id, orgId } of watched.values())
        if (said.has(sn)) live.changed({ path: mqttLog.tail.path, ids: [id], orgIds: [orgId] })
    },
  }
}
