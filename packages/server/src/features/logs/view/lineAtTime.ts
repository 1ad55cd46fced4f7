import { type LogTime, timeOfLine } from '@muster/contract'
import type { Book } from './book.ts'

const dayMs = 86_400_000
/** Lines without a time, and logs that know none: so many blocks are looked at for one. */
const mostBlocks = 8

interface Place {
  readonly line: number
  readonly at: LogTime
}

/** The first line from a line on that says when it was written. */
async function firstTimed(book: Book, from: number): Promise<Place | null> {
  let seen = 0
  for await (const { first, text } of book.blocksFrom(from)) {
    const lines = text.split('\n')
    for (const [nth, line] of lines.entries()) {
      const at = first + nth < from ? null : timeOfLine(line)
      if (at) return { line: first + nth, at }
    }
    seen += 1
    if (seen >= mostBlocks) return null
  }
  return null
}

/** Milliseconds within a leap year. */
const inYear = ({ month, day, time }: LogTime): number =>
  Date.UTC(2024, (month ?? 1) - 1, day ?? 1) - Date.UTC(2024, 0, 1) + time

/**
 * How long after its beginning something stands in a log. It has no years: what seems to be more than
 * half a year before is of the next one.
 */
function after(begin: LogTime, at: LogTime): number {
  const apart = inYear(at) - inYear(begin)
  return apart < -183 * dayMs ? apart + 366 * dayMs : apart
}

/** A time of the day without a day is the first one since the beginning. */
function wantedAfter(begin: LogTime, wanted: LogTime): number {
  if (wanted.month !== null) return after(begin, wanted)
  return wanted.time < begin.time ? wanted.time + dayMs - begin.time : wanted.time - begin.time
}

/** The first line that was written at a time or later; null: none was, or the log tells no times. */
export async function lineAtTime(book: Book, wanted: LogTime): Promise<number | null> {
  const begin = await firstTimed(book, 0)
  if (!begin) return null
  const sought = wantedAfter(begin.at, wanted)
  const from = await blockBefore(book, { begin: begin.at, sought })
  for await (const { first, text } of book.blocksFrom(from))
    for (const [nth, line] of text.split('\n').entries()) {
      const at = timeOfLine(line)
      if (at && after(begin.at, at) >= sought) return first + nth
    }
  return null
}

/** The first line of the last block that begins before it, halving the book again and again. */
async function blockBefore(
  book: Book,
  { begin, sought }: { readonly begin: LogTime; readonly sought: number },
): Promise<number> {
  let [low, high] = [0, book.starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const found = await firstTimed(book, book.starts[middle] ?? 0)
    if (found && after(begin, found.at) < sought) low = middle
    else high = middle - 1
  }
  return book.starts[low] ?? 0
}
