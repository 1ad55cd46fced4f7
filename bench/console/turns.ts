import { say } from '../harness/print.ts'
import { median, ratioOf } from '../harness/rounds.ts'

/** Runs each side once unseen, then all of them in turns: A B, B A, … */
export async function inTurns<T, K extends string>(
  sides: Readonly<Record<K, () => Promise<T>>>,
  rounds: number,
): Promise<Record<K, T[]>> {
  // Object.keys forgets that its keys are the type's.
  const names = Object.keys(sides) as K[]
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, T[]>
  for (const name of names) await sides[name]()
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      found[name].push(await sides[name]())
  return found
}

/** Prints one side beside the bare page: medians, and the ratio with its spread. */
export function compare(part: string, mine: readonly number[], bare: readonly number[]): void {
  const { median: middle, min, max } = ratioOf(mine, bare)
  const ratio = Number.isFinite(middle)
    ? `${middle.toFixed(2)}x (${min.toFixed(2)} to ${max.toFixed(2)}, ${mine.length} rounds)`
    : ''
  say(
    `  ${part.padEnd(14)} ${median(mine).toFixed(0).padStart(8)} beside ${median(bare).toFixed(0).padStart(7)}   ${ratio}`,
  )
}
