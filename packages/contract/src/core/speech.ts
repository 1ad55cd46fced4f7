import type { TextKey } from '../texts/index.ts'
import type { TextValues } from './fillText.ts'

/** How sentences are made for a reader: the console's and a file's are the same. */
export interface Speech {
  readonly t: (key: TextKey, values?: TextValues) => string
  /** What a code is called below a key; one that has no name as it is. */
  readonly word: (key: string, code: string) => string
  readonly number: (value: number) => string
  /** @param share 0 to 1 */
  readonly percent: (share: number) => string
  readonly bytes: (bytes: number) => string
  /** A calendar day, the same in every zone. */
  readonly day: (on: string) => string
  /** Names in a row. */
  readonly list: (names: readonly string[]) => string
  /** A text that is read by itself, whatever stands beside it. */
  readonly isolated: (text: string) => string
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in bytes, in steps of 1024. */
export function bytesText(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[step] ?? 'byte',
    // The short word for bytes has no plural in English.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** step)
}
