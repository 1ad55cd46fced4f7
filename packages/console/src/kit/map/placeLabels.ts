/** A label on the screen: its middle, and how much room it takes. */
export interface Placed {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Pixels between two labels at least. */
const gap = 6

/** Which of some labels are shown: the first ones, and of the others those that cover none before. */
export function withoutOverlap(labels: readonly Placed[], mostShown: number): ReadonlySet<number> {
  const shown: Placed[] = []
  const chosen = new Set<number>()
  for (const [index, label] of labels.entries()) {
    if (shown.length >= mostShown) break
    if (shown.some((other) => cover(label, other))) continue
    shown.push(label)
    chosen.add(index)
  }
  return chosen
}

const cover = (one: Placed, other: Placed): boolean =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 + gap &&
  Math.abs(one.y - other.y) < (one.height + other.height) / 2
