import type { AdoptionStanding } from '@muster/contract'

/** Where a version stands: `side` is -1 for older than the target, 1 for newer. */
export function standingOf(target: string | null, side: number | null): AdoptionStanding {
  if (target === null || side === null) return 'UNKNOWN'
  if (side === 0) return 'TARGET'
  return side < 0 ? 'BEHIND' : 'AHEAD'
}

interface Cell {
  readonly count: number
  /** Some days ago. */
  readonly countBefore: number
  readonly standing: AdoptionStanding
}

/** Terminals of a model by where their versions stand; what nobody runs any more is no cell. */
export function summedUp<C extends Cell>(cells: readonly C[], total: number) {
  const isAdopted = ({ standing }: Cell) => standing === 'TARGET' || standing === 'AHEAD'
  const sum = (of: readonly C[], count: (cell: C) => number) =>
    of.reduce((all, cell) => all + count(cell), 0)
  const adopted = cells.filter(isAdopted)
  return {
    adopted: sum(adopted, ({ count }) => count),
    adoptedBefore: Math.max(
      0,
      sum(adopted, ({ countBefore }) => countBefore),
    ),
    behind: sum(
      cells.filter(({ standing }) => standing === 'BEHIND'),
      ({ count }) => count,
    ),
    unknown: Math.max(0, total - sum(cells, ({ count }) => count)),
    cells: cells.filter(({ count }) => count > 0).map(({ countBefore: _, ...cell }) => cell),
  }
}

/** The cells with most terminals, in their order, and how many terminals the others have. */
export function largest<C extends Pick<Cell, 'count'>>(cells: readonly C[], most: number) {
  const kept = new Set(cells.toSorted((one, other) => other.count - one.count).slice(0, most))
  const others = cells.filter((cell) => !kept.has(cell)).reduce((sum, { count }) => sum + count, 0)
  return { cells: cells.filter((cell) => kept.has(cell)), others }
}
