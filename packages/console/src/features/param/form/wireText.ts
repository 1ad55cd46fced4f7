import type { ParamType } from '@muster/contract'
import { asciiDigits } from '../../../ui/form/digits.ts'

/** Types whose values are of the wire: left to right, ASCII digits. */
export const plain: ReadonlySet<ParamType> = new Set([
  'DIGITS',
  'INTEGER',
  'DECIMAL',
  'AMOUNT',
  'IP',
  'HOST',
  'URL',
  'PORT',
  'HEX',
  'KEY_REF',
])

/** What was typed, as the wire has it: digits of any script are ASCII ones where a type has no other. */
export const wireText = ({ dataType }: { readonly dataType: ParamType }, text: string): string =>
  plain.has(dataType) ? asciiDigits(text) : text
