import * as z from 'zod/mini'
import { serialNumber } from '../core/fields.ts'

/** Serial numbers that one list is sought by at most, and their characters with the commas between. */
export const mostSerials = 1000
export const longestSerials = 8000

/** Serial numbers as a query carries them, with commas between: `AB-10001,AB-10002`. */
export const serialsText = () =>
  z.string().check(
    z.maxLength(longestSerials, { abort: true }),
    z.refine((text) => serialsIn(text) !== null, { error: 'filter.serials' }),
  )

/** The serial numbers that a text holds, each once; null: there are none, too many, or something else. */
export function serialsIn(text: string): readonly string[] | null {
  const rule = serialNumber()
  const read = text.split(',').map((word) => z.safeParse(rule, word).data)
  const sns = [...new Set(read.filter((sn) => sn !== undefined))]
  return read.includes(undefined) || sns.length > mostSerials ? null : sns
}

export const writeSerials = (sns: readonly string[]): string => sns.join()
