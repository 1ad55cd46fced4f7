import { setImmediate as nextTurn } from 'node:timers/promises'
import { isAtLeast, type LogLevel, mostHits, mostLineShown, processOf } from '@muster/contract'
import { findsPattern } from '../../../platform/pattern.ts'
import { steadyNow } from '../../../platform/steadyClock.ts'
import type { Book } from './book.ts'

/** Milliseconds that one answer of a search takes; who asked goes on from where it came to. */
const mostMs = 1000
/** Lines between two looks at the clock; by a pattern each of them may take long. */
const stride = { text: 256, pattern: 1 }
/** Milliseconds after which others have their turn. */
const turnMs = 25

const cut = (line: string): string =>
  line.length > mostLineShown ? `${line.slice(0, mostLineShown)}…` : line

/** Lines of a book from one on. */
export async function linesIn(
  book: Book,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<string[]> {
  const lines: string[] = []
  for await (const block of book.blocksFrom(from)) {
    const begin = Math.max(0, from - block.first)
    for (const line of block.text.split('\n').slice(begin, begin + count - lines.length))
      lines.push(cut(line))
    if (lines.length >= count) break
  }
  return lines
}

export interface Sought {
  readonly text: string
  readonly isPattern: boolean
  readonly level?: LogLevel | undefined
  /** Its number. */
  readonly process?: string | undefined
  readonly from: number
}

interface Hit {
  readonly line: number
  readonly text: string
}

interface Found {
  readonly hits: readonly Hit[]
  /** The line to go on from; null: all was looked through. */
  readonly next: number | null
}

/** Looks for lines from one on, as long as one answer may take. */
export async function searchIn(
  book: Book,
  sought: Sought,
  clock: () => number = steadyNow,
): Promise<Found> {
  const { from } = sought
  const mayHold = sieveOf(sought)
  const matches = matcherOf(sought)
  const until = clock() + mostMs
  const every = sought.isPattern ? stride.pattern : stride.text
  const hits: Hit[] = []
  let turnEnds = clock() + turnMs
  for await (const { first, text } of book.blocksFrom(from)) {
    await nextTurn()
    // One block at least, or nobody would get on.
    if (first > from && clock() > until) return { hits, next: first }
    const lines = mayHold(text) ? text.split('\n') : []
    for (let at = Math.max(0, from - first); at < lines.length; at += 1) {
      const line = lines[at] ?? ''
      const now = at % every === 0 ? clock() : 0
      const isOver = hits.length >= mostHits || now > until
      if (isOver && first + at > from) return { hits, next: first + at }
      if (now > turnEnds) {
        await nextTurn()
        turnEnds = clock() + turnMs
      }
      if (matches(line)) hits.push({ line: first + at, text: cut(line) })
    }
  }
  return { hits, next: null }
}

/** Whether a block is worth a look at its lines: most hold nothing of a text. */
function sieveOf({ text, isPattern }: Sought): (block: string) => boolean {
  const wanted = text.toLowerCase()
  return (block) => isPattern || block.toLowerCase().includes(wanted)
}

function matcherOf({ text, isPattern, level, process }: Sought): (line: string) => boolean {
  const wanted = text.toLowerCase()
  const holds = isPattern
    ? (line: string) => findsPattern(text, line)
    : (line: string) => line.toLowerCase().includes(wanted)
  return (line) =>
    (process === undefined || processOf(line) === process) &&
    (level === undefined || isAtLeast(line, level)) &&
    (text === '' || holds(line))
}
