import { textOf } from './cells.ts'

/** Characters that columns show at least and at most; what is longer is cut, and times never are. */
const fewest = 8
const most = 48

/** Room at both edges, and for letters wider than digits. */
const edges = 3

/** The longest text of each column, once these values have been seen too. */
export const widened = (longest: readonly number[], values: readonly unknown[]): number[] =>
  values.map((value, place) => Math.max(longest[place] ?? 0, textOf(value).length))

/** How wide the columns of a sheet are: a time in one that is too narrow would be shown as `####`. */
export const colsOf = (longest: readonly number[]): string =>
  longest.length === 0 ? '' : `<cols>${longest.map(colOf).join('')}</cols>`

const colOf = (length: number, place: number): string =>
  `<col min="${place + 1}" max="${place + 1}" width="${Math.min(Math.max(length, fewest), most) + edges}" customWidth="1"/>`
