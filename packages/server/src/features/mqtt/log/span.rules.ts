import { codes, openTrailHours, trailDays } from '@muster/contract'
import { Refusal } from '../../../kit/refusal.ts'

const hourMs = 3_600_000

interface Asked {
  readonly sn?: string | undefined
  readonly correlationId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** From when to when the trail is looked at; ISO 8601. */
export interface TrailSpan {
  readonly from: string
  readonly to: string
}

/**
 * The span of a look at the trail. Of all terminals together there is so much that nobody reads more
 * than an hour of it; of one terminal or one conversation an index finds a week.
 */
export function trailSpan(asked: Asked, now: Date): TrailSpan {
  const isNamed = asked.sn !== undefined || asked.correlationId !== undefined
  const longest = isNamed ? trailDays * 24 * hourMs : openTrailHours * hourMs
  const from = asked.from === undefined ? undefined : Date.parse(asked.from)
  // A little more than now, because clocks differ.
  const latest = now.getTime() + 60_000
  const end = from === undefined ? latest : Math.max(from + 1, Math.min(latest, from + longest))
  const to = asked.to === undefined ? end : Date.parse(asked.to)
  const begin = from ?? to - longest
  if (begin >= to) throw spanRefusal('log.endBeforeStart', 'to')
  if (to - begin > longest)
    throw isNamed ? spanRefusal('log.spanTooLong', 'to') : spanRefusal('mqttLog.nameOne', 'sn')
  return { from: new Date(begin).toISOString(), to: new Date(to).toISOString() }
}

const spanRefusal = (
  message: 'log.endBeforeStart' | 'log.spanTooLong' | 'mqttLog.nameOne',
  field: string,
) =>
  new Refusal(codes.badRequest, message, {
    params: { days: trailDays, hours: openTrailHours },
    fields: [{ field, message }],
  })
