import type { MqttResult } from '@muster/contract'
import type { Done } from '../../../platform/brokerLink.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { idOf, keptText, namedOf } from './trail.rules.ts'
import { type Gap, saveEntries, saveGap, type TrailEntry } from './trail.queries.ts'
import { openTrailWatch } from './trailWatch.ts'

/** How much is recorded. */
export interface TrailRules {
  readonly trail: 'ALL' | 'NO_BEATS' | 'NONE'
  /** Beats and answers that are recorded in a second. */
  readonly trailPerSecond: number
}

/** A message of a terminal, as it was read. */
export interface Heard {
  readonly sn: string
  readonly type: string
  readonly path: string
  readonly messageId: string | null
  readonly correlationId: string | null
  readonly payload: Buffer
}

/** One that was not taken. */
export interface Refused extends Pick<Heard, 'sn' | 'path' | 'payload'> {
  readonly reason: string
}

/** Records what passes a gateway, beside its work and never in its way. */
export interface Trail {
  /** Answers what tells the end of the message, in place of `done`. */
  readonly heard: (message: Heard, done: Done) => Done
  readonly refused: (message: Refused) => void
  /** Whether a message of this kind is recorded now; one that is not is counted. */
  readonly takes: (type: string) => boolean
  readonly note: (entry: TrailEntry) => void
  readonly now: () => number
  /** Messages that were recorded, and that were not, since the start; those that wait. */
  readonly counts: () => {
    readonly recorded: number
    readonly unrecorded: number
    readonly waiting: number
  }
  readonly stop: () => Promise<void>
}

/** Entries that may wait for the database; further ones are counted instead. */
const room = 20_000
/** Entries that are written at once, so that others get their turn. */
const atOnce = 2_000
const tickMs = 250
/** What comes in masses, and says little. */
const plenty: ReadonlySet<string> = new Set(['hb', 'ack'])
/** A quality that a terminal's message did not tell. */
const usualQos = 1

interface TrailOptions {
  readonly node: string
  readonly rules: () => TrailRules
}

export function openTrail(platform: LinkPlatform, { node, rules }: TrailOptions): Trail {
  const { pool, log } = platform
  const now = () => platform.now().getTime()
  const watch = openTrailWatch(platform)
  const totals = { recorded: 0, unrecorded: 0 }
  let waiting: TrailEntry[] = []
  const missed = { messages: 0, since: 0 }
  let left = 0
  let running: Promise<void> = Promise.resolve()
  let isWriting = false

  function miss(messages: number): false {
    if (missed.messages === 0) missed.since = now()
    missed.messages += messages
    totals.unrecorded += messages
    return false
  }

  /** What was missed since the last gap that was written; null: nothing. */
  function takeGap(): Gap | null {
    const { messages, since } = missed
    missed.messages = 0
    return messages > 0 ? { from: since, to: now(), messages } : null
  }

  function takes(type: string): boolean {
    const { trail } = rules()
    const isPlenty = plenty.has(type)
    // What nobody wants is no gap.
    if (trail === 'NONE' || (isPlenty && trail === 'NO_BEATS')) return false
    if (waiting.length >= room || (isPlenty && left <= 0)) return miss(1)
    if (isPlenty) left -= 1
    return true
  }

  async function write(): Promise<void> {
    while (waiting.length > 0 || missed.messages > 0) {
      const entries = waiting.slice(0, atOnce)
      waiting = waiting.slice(atOnce)
      const gap = takeGap()
      try {
        await inTransaction(pool, async (client) => {
          if (entries.length > 0) await saveEntries(client, entries, node)
          if (gap) await saveGap(client, gap, node)
        })
      } catch (error) {
        log.warn({ err: error }, 'messages are missing in the trail')
        miss(entries.length)
        missed.messages += gap?.messages ?? 0
        missed.since = gap?.from ?? missed.since
        return
      }
      totals.recorded += entries.length
      counted.trail.inc({ what: 'recorded' }, entries.length)
      counted.trail.inc({ what: 'unrecorded' }, gap?.messages ?? 0)
      watch.tell(entries)
    }
  }

  function tick(): void {
    left = rules().trailPerSecond * (tickMs / 1000)
    if (isWriting || (waiting.length === 0 && missed.messages === 0)) return
    isWriting = true
    running = write().finally(() => {
      isWriting = false
    })
  }
  tick()
  const timer = setInterval(tick, tickMs)
  const note = (entry: TrailEntry) => void waiting.push(entry)

  return {
    takes,
    note,
    now,
    heard(message, done) {
      if (!takes(message.type)) return done
      const at = now()
      return (error) => {
        const result: MqttResult = error ? 'FAILED' : 'STORED'
        note(entryOf(message, { at, result, reason: null, latencyMs: now() - at }))
        done(error)
      }
    },
    refused({ sn, path, payload, reason }) {
      const [type = ''] = path.split('/')
      if (!takes(type)) return
      const kept = { sn, type: clean(type), path: clean(path), payload, correlationId: null }
      const entry = { ...kept, messageId: idOf(payload) }
      note(entryOf(entry, { at: now(), result: 'REFUSED', reason, latencyMs: null }))
    },
    counts: () => ({ ...totals, waiting: waiting.length }),
    async stop() {
      clearInterval(timer)
      watch.stop()
      await running
      await write()
    },
  }
}

/** A level that a terminal made up may hold anything. */
const clean = (text: string): string => text.replaceAll('\0', '').slice(0, 128).toWellFormed()

function entryOf(
  { payload, ...message }: Heard,
  end: Pick<TrailEntry, 'at' | 'result' | 'reason' | 'latencyMs'>,
): TrailEntry {
  // What is no JSON, or no text, could not be masked either.
  const isText = end.reason !== 'json' && end.reason !== 'text'
  return {
    ...namedOf(message),
    ...end,
    direction: 'UP',
    qos: usualQos,
    retain: false,
    size: payload.length,
    payload: isText ? keptText('UP', { type: message.type, payload }) : null,
  }
}
