import { deviceMessages, models } from '@muster/contract'
import { openBatcher, type Waiting } from '../../../platform/batcher.ts'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import type { DownKey } from '../downKey.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { clientIdOf, downTopic } from '../topics.rules.ts'
import { findGreetings, type Greeting, ofModels } from './greeting.queries.ts'

const { configuration, serverTime } = deviceMessages
const modelsPath = models.page.path.slice(0, -'/page'.length)

interface GreeterOptions {
  readonly link: DeviceLink
  readonly key: DownKey
  /** After a terminal was greeted: whatever else waits for it may go out. */
  readonly greeted: (deviceIds: readonly string[]) => Promise<void>
  /** Terminals that are here. */
  readonly present: () => readonly string[]
}

interface Guest extends Waiting {
  readonly deviceId: string
}

export interface Greeter {
  /** The terminal is connected, on record, and listens. */
  readonly greet: (deviceId: string) => void
  readonly stop: () => Promise<void>
}

/** Tells terminals the time and the settings in force, when they come and when these change. */
export function startGreeter(platform: LinkPlatform, options: GreeterOptions): Greeter {
  const door = openBatcher<Guest>({
    async flush(guests) {
      const ids = [...new Set(guests.map(({ deviceId }) => deviceId))]
      const greetings = await findGreetings(platform.pool, ids, platform.env.heartbeatSeconds)
      for (const greeting of greetings) send(platform, options, greeting)
      await options.greeted(ids)
    },
    isPoison: () => false,
    setAside: () => undefined,
    maxItems: 500,
    lingerMs: 5,
    maxWaiting: 100_000,
    maxWaitMs: 60_000,
  })
  const greet = (deviceId: string) =>
    void door.add({ deviceId, at: platform.now().getTime(), done: () => undefined })
  const end = platform.live.subscribe(({ path, ids }) => {
    if (path !== modelsPath) return
    const present = options.present()
    // An empty list means "many": then everybody is told.
    const concerned =
      ids.length === 0 ? Promise.resolve(present) : ofModels(platform.pool, present, ids)
    concerned
      .then((found) => found.forEach(greet))
      .catch((error: unknown) => {
        platform.log.warn({ err: error }, 'terminals were not told of their new settings')
      })
  })
  return {
    greet,
    async stop() {
      end()
      await door.stop()
    },
  }
}

function send(
  { now }: LinkPlatform,
  { link, key }: GreeterOptions,
  { sn, rev, heartbeatSeconds }: Greeting,
): void {
  const at = now()
  const clientId = clientIdOf(sn)
  const told = [
    { ...configuration, content: { rev, heartbeatSeconds } },
    { ...serverTime, content: { now: at.getTime() } },
  ]
  for (const { path, retain, content } of told) {
    counted.published.inc({ path })
    const payload = key.envelope(sn, { type: path, body: content, at })
    link.publishDown({ clientId, topic: downTopic(sn, path), payload, retain })
  }
}
