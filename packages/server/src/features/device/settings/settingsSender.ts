import { setTimeout as sleep } from 'node:timers/promises'
import {
  deviceMessages,
  modelsPath,
  organizationConfigPath,
  parametersPath,
  stationsPath,
} from '@muster/contract'
import { openBatcher, type Waiting } from '../../../platform/batcher.ts'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import { withPasswords } from '../functional/withPasswords.ts'
import type { DownKey } from '../downKey.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { inForcePath, regroupedPath, settingsPath } from '../paths.ts'
import { clientIdOf, downTopic } from '../topics.rules.ts'
import {
  type DeviceSettings,
  findSettings,
  hasUsualBeatChanged,
  ofModels,
  ofOrganizations,
  ofProfiles,
  ofRegrouped,
  ofStations,
} from './settings.queries.ts'

const { configuration, serverTime } = deviceMessages

/** A change above many terminals is told at this pace: so many, and again after this pause. */
const pace = { terminals: 500, pauseMs: 250 }

interface SenderOptions {
  readonly link: DeviceLink
  readonly key: DownKey
  /** After a terminal was told: whatever else waits for it may go out. */
  readonly sent: (deviceIds: readonly string[]) => Promise<void>
  /** Terminals that are here. */
  readonly present: () => readonly string[]
}

interface Receiver extends Waiting {
  readonly deviceId: string
}

export interface SettingsSender {
  /** The terminal is connected, on record, and listens. */
  readonly send: (deviceId: string) => void
  readonly stop: () => Promise<void>
}

/** Tells terminals the time and the settings in force, when they come and when these change. */
export function startSettingsSender(
  platform: LinkPlatform,
  options: SenderOptions,
): SettingsSender {
  const queue = openBatcher<Receiver>({
    async flush(receivers) {
      const ids = [...new Set(receivers.map(({ deviceId }) => deviceId))]
      const found = await findSettings(platform.pool, ids, platform.env.heartbeatSeconds)
      for (const settings of found) if (settings.isEnabled) publish(platform, options, settings)
      await options.sent(ids)
    },
    isPoison: () => false,
    setAside: () => undefined,
    maxItems: 500,
    lingerMs: 5,
    maxWaiting: 100_000,
    maxWaitMs: 60_000,
  })
  const send = (deviceId: string) =>
    void queue.add({ deviceId, at: platform.now().getTime(), done: () => undefined })
  let isStopped = false
  const sendAll = async (ids: readonly string[]) => {
    for (let done = 0; done < ids.length && !isStopped; done += pace.terminals) {
      if (done > 0) await sleep(pace.pauseMs)
      ids.slice(done, done + pace.terminals).forEach(send)
    }
  }
  const end = platform.live.subscribe(({ path, ids }) => {
    concerned(platform, options.present, { path, ids })
      .then(sendAll)
      .catch((error: unknown) => {
        platform.log.warn({ err: error }, 'terminals were not told of their new settings')
      })
  })
  return {
    send,
    async stop() {
      isStopped = true
      end()
      await queue.stop()
    },
  }
}

/** What changes the settings of terminals is told by these paths. */
const announced: ReadonlySet<string> = new Set([
  modelsPath,
  organizationConfigPath,
  settingsPath,
  parametersPath,
  stationsPath,
  inForcePath,
  regroupedPath,
])

/** The terminals here whose settings may be others now. */
async function concerned(
  { pool }: LinkPlatform,
  present: () => readonly string[],
  { path, ids }: { readonly path: string; readonly ids: readonly string[] },
): Promise<readonly string[]> {
  if (!announced.has(path)) return []
  const here = present()
  if (path === parametersPath) return (await hasUsualBeatChanged(pool, ids)) ? here : []
  // Many at once is usual: the marks tell whom it concerns.
  if (path === regroupedPath && ids.length === 0) return ofRegrouped(pool, here)
  // An empty list means "many": then everybody is told.
  if (ids.length === 0) return here
  if (path === modelsPath) return ofModels(pool, here, ids)
  if (path === stationsPath) return ofStations(pool, here, ids)
  if (path === inForcePath) return ofProfiles(pool, here, ids)
  if (path === organizationConfigPath) return ofOrganizations(pool, here, ids)
  const moved = new Set(ids)
  return here.filter((id) => moved.has(id))
}

function publish(
  { now, secrets }: LinkPlatform,
  { link, key }: SenderOptions,
  settings: DeviceSettings,
): void {
  const { sn } = settings
  const content = withPasswords({ secrets }, settings)
  const at = now()
  const clientId = clientIdOf(sn)
  const told = [
    { ...configuration, content },
    { ...serverTime, content: { now: at.getTime(), acks: true } },
  ]
  for (const { path, retain, content } of told) {
    counted.published.inc({ path })
    const payload = key.envelope(sn, { type: path, body: content, at })
    link.publishDown({ clientId, topic: downTopic(sn, path), payload, retain })
  }
}
