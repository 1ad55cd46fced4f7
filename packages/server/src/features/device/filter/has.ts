import { type RawBuilder, sql } from 'kysely'
import type { Has } from './fact.ts'

/** Those of some columns that say something. */
export const hasColumns =
  (...columns: readonly RawBuilder<unknown>[]): Has =>
  () =>
    sql`array_remove(array[${sql.join(columns.map((one) => sql`nullif((${one})::text, '')`))}], null)`

export const hasRows =
  (rows: RawBuilder<unknown>): Has =>
  () =>
    sql`array(${rows})`

export const hasDay = (moment: RawBuilder<unknown>): Has =>
  hasColumns(sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`)

/** What a beat tells, as it was when the sweep last looked at the terminal. */
export const hasTold = (column: RawBuilder<unknown>): Has =>
  hasRows(sql`select (${column})::text from device_order place
    where place.id = device.id and ${column} is not null`)

export const hasOfModel = (value: RawBuilder<unknown>): Has =>
  hasColumns(sql`select ${value} from model where model.id = device.model_id`)

/** What stands before the first `=`. */
export const namesOf = (pairs: readonly string[]): readonly string[] =>
  pairs.map((pair) => pair.split('=')[0]?.trim() ?? '')
