import type { Bbox } from '@muster/contract'

/** Levels that `location_cell` keeps: the world cut into 2^level squares each way. */
const kept = { first: 4, last: 16 } as const

/** Beyond this a level has no more squares than terminals stand apart. */
const finest = 22

/** Squares that one answer shows at most. */
const mostCells = 4096

/** Squares of a level, column by column, as stretches of their numbers. */
export interface Cells {
  readonly level: number
  readonly columns: readonly (readonly [first: number, last: number])[]
  readonly firstRow: number
  readonly lastRow: number
}

/**
 * The squares that cover a part of the world, each as large as a mark at this zoom: 64 to 128
 * pixels of a world that is 512 pixels wide at zoom 0.
 */
export function cellsOf(bbox: Bbox, zoom: number): Cells {
  const wished = 2 * Math.round((Math.floor(zoom) + 2.5) / 2)
  for (let level = Math.min(finest, Math.max(kept.first, wished)); ; level -= 2) {
    const cells = cellsAt(bbox, level)
    if (level === kept.first || countOf(cells) <= mostCells) return cells
  }
}

/** Squares half as large, which paint an area, as far as counts are kept: they become no smaller than that. */
export const keptCellsOf = (bbox: Bbox, zoom: number): Cells =>
  cellsOf(bbox, Math.min(zoom + 1, kept.last - 3))

/** Whether the kept squares can answer. */
export const isKeptLevel = ({ level }: Cells): boolean => level <= kept.last

function cellsAt({ west, south, east, north }: Bbox, level: number): Cells {
  const [first, last] = [columnOf(west, level), columnOf(east, level)]
  const end = 2 ** level - 1
  const spansDateLine = west > east
  return {
    level,
    columns: spansDateLine
      ? [
          [first, end],
          [0, last],
        ]
      : [[first, last]],
    firstRow: rowOf(north, level),
    lastRow: rowOf(south, level),
  }
}

const countOf = ({ columns, firstRow, lastRow }: Cells): number =>
  columns.reduce((sum, [first, last]) => sum + last - first + 1, 0) * (lastRow - firstRow + 1)

const within = (value: number, level: number): number =>
  Math.max(0, Math.min(2 ** level - 1, Math.floor(value * 2 ** level)))

/** As `map_column` of the database. */
export const columnOf = (longitude: number, level: number): number =>
  within((longitude + 180) / 360, level)

/** As `map_row` of the database. */
export function rowOf(latitude: number, level: number): number {
  const angle = (Math.max(-85.06, Math.min(85.06, latitude)) * Math.PI) / 180
  return within(0.5 - Math.asinh(Math.tan(angle)) / (2 * Math.PI), level)
}

const tangentOf = (row: number, level: number): number =>
  Math.sinh(Math.PI * (1 - (2 * row) / 2 ** level))

/** Where the square lies that a column and a row name. */
export const squareOf = (cell: number, level: number): Bbox => {
  const [column, row] = [Math.floor(cell / 65_536), cell % 65_536]
  const longitude = (at: number) => (at / 2 ** level) * 360 - 180
  const latitude = (at: number) => (Math.atan(tangentOf(at, level)) * 180) / Math.PI
  return {
    west: longitude(column),
    east: longitude(column + 1),
    north: latitude(row),
    south: latitude(row + 1),
  }
}
