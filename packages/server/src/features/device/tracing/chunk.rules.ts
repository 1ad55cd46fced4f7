import { mostTraceBytes } from '@muster/contract'

/** Pieces of one trace that are taken at once, and in a second from then on. */
const burst = 30
const perSecond = 6

/** How many pieces of one trace may come just now. */
export interface Pace {
  left: number
  /** Epoch milliseconds. */
  at: number
}

/** Whether a piece comes at a bearable pace; one that does not is thrown away, which its number shows. */
export function isInPace(pace: Pace, now: number): boolean {
  pace.left = Math.min(burst, pace.left + ((now - pace.at) / 1000) * perSecond)
  pace.at = now
  if (pace.left < 1) return false
  pace.left -= 1
  return true
}

export const newPace = (now: number): Pace => ({ left: burst, at: now })

/** The most of a trace that is kept beyond what was asked for: a piece that came with its end. */
const slackBytes = mostTraceBytes

/** Whether a trace has no room for so much more. */
export const isFull = (
  { bytes, maxMb }: { readonly bytes: number; readonly maxMb: number },
  more: number,
): boolean => bytes + more > maxMb * 1_048_576 + slackBytes

/** Lines in a text whose every line is ended. */
export function countLines(text: Buffer): number {
  let lines = 0
  for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) lines += 1
  return text.length > 0 && text.at(-1) !== 10 ? lines + 1 : lines
}
