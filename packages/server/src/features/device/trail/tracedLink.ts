import type { DeviceLink, DownPublication } from '../../../platform/brokerLink.ts'
import type { Trail } from './trail.ts'
import { keptText, namesOf, readDown } from './trail.rules.ts'
import type { TrailEntry } from './trail.queries.ts'

/** How long the acknowledgement of a terminal is awaited before its message is put down as unanswered. */
const patienceMs = 10_000
/** More than these are put down as they are. */
const maxAwaited = 20_000
const lookMs = 1_000

type Sent = Omit<TrailEntry, 'result' | 'reason' | 'latencyMs'>

/**
 * A link whose messages to terminals are in the trail. `acknowledges`: the broker tells which of them
 * arrived; entries wait for that, so that none has to be changed.
 */
export function tracedLink(
  link: DeviceLink,
  { trail, acknowledges }: { readonly trail: Trail; readonly acknowledges: boolean },
): DeviceLink {
  const awaited = new Set<Sent>()
  const end = (sent: Sent, result: TrailEntry['result'], latencyMs: number | null = null) =>
    trail.note({ ...sent, result, reason: null, latencyMs })
  const look = setInterval(() => {
    const before = trail.now() - patienceMs
    for (const sent of awaited) {
      // The oldest come first.
      if (sent.at > before) return
      awaited.delete(sent)
      end(sent, 'UNANSWERED')
    }
  }, lookMs)

  function publishDown(message: DownPublication): boolean {
    const named = readDown(message.topic)
    const [type = ''] = named?.path.split('/') ?? []
    if (!named || !trail.takes(type)) return link.publishDown(message)
    // Where the broker tells nothing of arrivals, it sends at quality 0.
    const qos = acknowledges ? (message.qos ?? 1) : 0
    const sent = sentOf(message, { ...named, type, qos, at: trail.now() })
    if (qos === 0) {
      const isSent = link.publishDown(message)
      end(sent, isSent ? 'PUBLISHED' : 'ABSENT')
      return isSent
    }
    const delivered = () => {
      if (awaited.delete(sent)) end(sent, 'DELIVERED', trail.now() - sent.at)
      message.delivered?.()
    }
    if (awaited.size < maxAwaited) awaited.add(sent)
    else end(sent, 'PUBLISHED')
    if (link.publishDown({ ...message, delivered })) return true
    if (awaited.delete(sent)) end(sent, 'ABSENT')
    return false
  }

  return {
    ...link,
    publishDown,
    async stop() {
      clearInterval(look)
      await link.stop()
      for (const sent of awaited) end(sent, 'UNANSWERED')
    },
  }
}

function sentOf(
  { payload, retain }: DownPublication,
  place: Pick<Sent, 'sn' | 'path' | 'type' | 'at' | 'qos'>,
): Sent {
  const { type } = place
  return {
    ...place,
    ...namesOf(payload),
    direction: 'DOWN',
    retain,
    size: payload.length,
    payload: keptText('DOWN', { type, payload }),
  }
}
