/** Pixels that a column wants, and those that it gets in any case. */
export interface Part {
  readonly wanted: number
  readonly least: number
}

/** What each gets of the room: the least, then what it wants, then an equal part of the rest. */
export function shares(parts: readonly Part[], room: number): readonly number[] {
  const given = parts.map(({ least }) => least)
  let left = Math.max(0, room - given.reduce((sum, one) => sum + one, 0))
  let open = parts.length
  const wishes = parts.map(({ wanted, least }, at) => ({ at, more: Math.max(0, wanted - least) }))
  // Who wants little is content soon, and leaves more to the others.
  for (const { at, more } of wishes.toSorted((a, b) => a.more - b.more)) {
    const got = Math.min(more, Math.floor(left / open))
    given[at] = (given[at] ?? 0) + got
    left -= got
    open -= 1
  }
  return given.map((one) => one + Math.floor(left / parts.length))
}

/** A column: its width where there is room enough, what it would like, and what it can do with. */
export interface Squeezable extends Part {
  readonly width: number
}

/**
 * Widths by which no column ends in the middle of the room's edge: as many as have room there fill
 * it, the others begin behind it.
 */
export function whole(parts: readonly Squeezable[], room: number): readonly number[] {
  const widths = parts.map(({ width }) => width)
  let count = 0
  while (count < parts.length && sum(parts.slice(0, count + 1).map(leastOf)) <= room) count += 1
  return count === 0 ? widths : [...shares(parts.slice(0, count), room), ...widths.slice(count)]
}

const leastOf = ({ least }: Part) => least
const sum = (widths: readonly number[]) => widths.reduce((all, one) => all + one, 0)
