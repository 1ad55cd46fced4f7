import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  isAtLeast,
  type LogLevel,
  mostHits,
  mostLineShown,
  mostTallied,
  processOf,
} from '@muster/contract'
import { findsPattern, foundByPattern } from '../../../platform/pattern.ts'
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
  const matches = matcherOf(sought)
  const hits: Hit[] = []
  const next = await walk(book, sought, {
    clock,
    see: (text, line) => {
      if (matches(text)) hits.push({ line, text: cut(text) })
    },
    isFull: () => hits.length >= mostHits,
  })
  return { hits, next }
}

export type Tallied = Omit<Sought, 'isPattern'>

interface Counts {
  readonly counts: readonly { readonly value: string; readonly count: number }[]
  readonly next: number | null
}

/** Characters of a value that lines are counted by. */
const mostValue = 200

/** Counts lines by what a pattern finds in them, as long as one answer may take. */
export async function tallyIn(
  book: Book,
  sought: Tallied,
  clock: () => number = steadyNow,
): Promise<Counts> {
  const isMeant = matcherOf({ ...sought, text: '', isPattern: false })
  const counts = new Map<string, number>()
  const asked = { ...sought, isPattern: true }
  const next = await walk(book, asked, {
    clock,
    see: (line) => {
      const found = isMeant(line) ? foundByPattern(sought.text, line) : null
      if (found === null) return
      const value = found.slice(0, mostValue)
      counts.set(value, (counts.get(value) ?? 0) + 1)
    },
    isFull: () => counts.size >= mostTallied,
  })
  return { counts: [...counts].map(([value, count]) => ({ value, count })), next }
}

interface Look {
  readonly clock: () => number
  readonly see: (line: string, at: number) => void
  /** One answer holds no more. */
  readonly isFull: () => boolean
}

/** Shows lines from one on, as long as one answer may take; the line to go on from, or null at the end. */
async function walk(
  book: Book,
  sought: Sought,
  { clock, see, isFull }: Look,
): Promise<number | null> {
  const { from } = sought
  const mayHold = sieveOf(sought)
  const until = clock() + mostMs
  const every = sought.isPattern ? stride.pattern : stride.text
  let turnEnds = clock() + turnMs
  for await (const { first, text } of book.blocksFrom(from)) {
    await nextTurn()
    // One block at least, or nobody would get on.
    if (first > from && clock() > until) return first
    const lines = mayHold(text) ? text.split('\n') : []
    for (let at = Math.max(0, from - first); at < lines.length; at += 1) {
      const now = at % every === 0 ? clock() : 0
      const isOver = isFull() || now > until
      if (isOver && first + at > from) return first + at
      if (now > turnEnds) {
        await nextTurn()
        turnEnds = clock() + turnMs
      }
      see(lines[at] ?? '', first + at)
    }
  }
  return null
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
