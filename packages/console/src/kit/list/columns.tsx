import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import type { TableColumn } from '../../ui/table/columns.ts'
import {
  formatDate,
  formatDateTime,
  formatDateTimeSeconds,
  formatNumber,
  nothing,
} from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import classes from '../page/page.module.css'

/**
 * Texts by value (`''`: none, `*`: any other, which the text may name as `{value}`), or the text key
 * of all of them with members of the row in its places: `user.history.{result}`.
 */
export type Words = Readonly<Record<string, TextKey>> | string

/** The words of a switch, and of what is true or not. */
export const statusWords = { 1: 'kit.enabled', 0: 'kit.disabled' } as const
export const yesNo = { true: 'kit.yes', false: 'kit.no' } as const

/** A column of a file. */
export interface FileColumn<R> {
  readonly key: keyof R & string
  readonly title: TextKey
  readonly words?: Words
}

/** A column of a list. Its key is a member of the row and, when sortable, the server's sort field. */
export interface Column<R> {
  readonly key: keyof R & string
  readonly title: TextKey
  readonly render?: (row: R) => ReactNode
  /** What its coded values are called: in files, and in the list where no `render` says it. */
  readonly words?: Words
  /** What files have in its place, where the list shows several members, or works something out. */
  readonly file?: readonly FileColumn<R>[]
  readonly sortable?: boolean
  /** Says how the record is, where its key does not say so: see `cardOf`. */
  readonly isState?: boolean
  /** Not shown until somebody asks for it; `narrow`: where the window has little room. */
  readonly isExtra?: boolean | 'narrow'
  /** Pixels; columns without one share what is left. */
  readonly width?: number
  /** What all its cells hold: it is as wide as the longest of them, and never narrower. */
  readonly holds?: 'moment' | 'second' | 'day'
  readonly align?: 'start' | 'center' | 'end'
}

export type Columns<R> = readonly Column<R>[]

/** A column as the table draws it, in a window that is wide or is not. */
export function tableColumn<R>(column: Column<R>, isWide = false): TableColumn<R> {
  const { key, title, render, words, file: _, holds, isExtra: __, ...look } = column
  const cell = render ?? ((row: R) => plain(inWords(row[key], words)))
  const room = roomOf({ width: look.width, holds })
  // Where a `render` says its words, they stand in a frame, or are shortened.
  const longest =
    typeof words === 'object' && !render
      ? Object.values(words).map((text) => t(text))
      : room.longest
  const isExtra = isExtraHere(column, isWide)
  return { ...look, ...room, longest, isExtra, id: key, title: t(title), cell }
}

/** Whether a column is shown only to who asks for it, in a window that is wide or is not. */
export const isExtraHere = (
  { isExtra }: { readonly isExtra?: Column<object>['isExtra'] | undefined },
  isWide: boolean,
): boolean => (isExtra === 'narrow' ? !isWide : isExtra === true)

/** What a column needs for what it holds: as much as the longest, and no more. */
export function roomOf({ width, holds }: Held): Pick<TableColumn<unknown>, 'width' | 'longest'> {
  return holds ? { width: width ?? 0, longest: longestTimes(holds) } : { width }
}

interface Held {
  readonly width?: number | undefined
  readonly holds?: Column<object>['holds'] | undefined
}

/** Of each digit a time with nothing but it: one of them is as long as a time can be. */
const longestTimes = (holds: 'moment' | 'second' | 'day') =>
  Array.from({ length: 10 }, (_, digit) =>
    writers[holds]('2028-12-28T20:58:58Z').replaceAll(/\p{Nd}/gu, formatNumber(digit)),
  )

const writers = {
  moment: formatDateTime,
  second: formatDateTimeSeconds,
  day: formatDate,
} as const

function inWords(value: unknown, words: Words | undefined): unknown {
  if (typeof words !== 'object') return value
  const text = words[codeOf(value)]
  return text ? t(text) : value
}

/** A value as words know it; nothing is the empty text. */
function codeOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** A value without a `render` of its own, as text. */
function plain(value: unknown): ReactNode {
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'string' || value === '') return nothing
  // Isolated: a name in Latin letters is cut off at its own end in an Arabic table, too.
  return <bdi className={classes.isolated}>{value}</bdi>
}
