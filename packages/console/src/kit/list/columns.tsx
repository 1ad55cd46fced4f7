import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import type { TableColumn } from '../../ui/table/columns.ts'
import { formatNumber, nothing } from '../../platform/format.ts'
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
  /** Pixels; columns without one share what is left. */
  readonly width?: number
  readonly align?: 'start' | 'center' | 'end'
}

export type Columns<R> = readonly Column<R>[]

/** A column as the table draws it. */
export function tableColumn<R>(column: Column<R>): TableColumn<R> {
  const { key, title, render, words, file: _, ...look } = column
  const cell = render ?? ((row: R) => plain(inWords(row[key], words)))
  return { ...look, id: key, title: t(title), cell }
}

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
