import { codes, logSpanDays, defaultLogDays } from '@muster/contract'
import { Refusal } from '../../kit/refusal.ts'

const dayMs = 86_400_000

/** From when to when a log is looked at; ISO 8601. */
export interface Span {
  readonly from: string
  readonly to: string
}

interface Asked {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The span of a look that names its ends or one of them; where it names no beginning, the last days. */
export function spanOf(asked: Asked, now: Date, days: number = defaultLogDays): Span {
  requireShort(asked)
  const from = asked.from === undefined ? undefined : Date.parse(asked.from)
  const to = asked.to === undefined ? endOf(from, now) : Date.parse(asked.to)
  return { from: at(from ?? to - days * dayMs), to: at(to) }
}

/** Now and a little more, because clocks differ; of a beginning long ago as far as one look reaches. */
function endOf(from: number | undefined, now: Date): number {
  const latest = now.getTime() + 60_000
  if (from === undefined) return latest
  return Math.max(from, Math.min(latest, from + logSpanDays * dayMs))
}

const at = (moment: number): string => new Date(moment).toISOString()

/** A look at a log spans a limited time, and its end comes after its beginning. */
export function requireShort({ from, to }: Asked): void {
  if (from === undefined || to === undefined) return
  const span = Date.parse(to) - Date.parse(from)
  const message = span <= 0 ? 'log.endBeforeStart' : 'log.spanTooLong'
  if (span > 0 && span <= logSpanDays * dayMs) return
  throw new Refusal(codes.badRequest, message, {
    params: { days: logSpanDays },
    fields: [{ field: 'to', message }],
  })
}
