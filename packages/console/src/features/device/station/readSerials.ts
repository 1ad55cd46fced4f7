import { fieldRules } from '@muster/contract'
import { asciiDigits } from '../../../ui/form/digits.ts'

interface Serials {
  readonly sns: readonly string[]
  /** Lines that are no serial numbers. */
  readonly odd: readonly string[]
}

const rule = fieldRules.serialNumber()

/** Serial numbers out of a pasted text: one a line, or with blanks and commas between them. */
export function readSerials(text: string): Serials {
  const words = asciiDigits(text)
    .split(/[\s,;،]+/)
    .filter((word) => word !== '')
  const read = words.map((word) => ({ word, sn: rule.safeParse(word).data }))
  return {
    sns: [...new Set(read.flatMap(({ sn }) => sn ?? []))],
    odd: read.filter(({ sn }) => sn === undefined).map(({ word }) => word),
  }
}
