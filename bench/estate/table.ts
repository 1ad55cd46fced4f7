import { grouped, say } from '../harness/print.ts'
import type { Answered } from './ask.ts'

/** A question that was answered. */
export interface Line {
  readonly caller: string
  readonly what: string
  readonly ms: number
  /** Of the first page that it stands beside. */
  readonly pageMs: number
  readonly refusal: Answered['refusal']
}

/** Everything takes at most so many times what a first page takes. */
const goal = 2

const ratioOf = ({ ms, pageMs }: Line): number => ms / pageMs

const isWithin = (line: Line): boolean => line.refusal === null && ratioOf(line) <= goal

function print({ caller, what, ms, pageMs, refusal }: Line): void {
  const ratio = `${(ms / pageMs).toFixed(1)}x`
  say(
    `  ${caller.padEnd(9)}${grouped(ms).padStart(9)} ms ${grouped(pageMs).padStart(7)} ms ${ratio.padStart(8)}  ${what}${refusal ? `: ${refusal.msg}` : ''}`,
  )
}

export function printHead(): void {
  say('\nWho asks, how long, beside its first page, ratio, what')
}

/** Questions as they are answered: a run of many minutes that is cut off has told what it knows. */
export function printLines(lines: readonly Line[]): void {
  for (const line of lines) print(line)
}

/** Prints once more those beyond the goal, the worst first. */
export function printBeyond(lines: readonly Line[]): void {
  const beyond = lines.filter((line) => !isWithin(line))
  say(`\n${lines.length - beyond.length} of ${lines.length} are within ${goal}x; beyond it:`)
  printLines(beyond.toSorted((one, other) => ratioOf(other) - ratioOf(one)))
}
