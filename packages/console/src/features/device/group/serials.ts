import { mostNamedMembers } from '@muster/contract'
import { asciiDigits } from '../../../ui/form/digits.ts'

/** Serial numbers as they were pasted: what can be one, and what cannot. */
export interface Pasted {
  readonly sns: readonly string[]
  readonly faulty: readonly string[]
}

/** The rule of the contract, said as a pattern: what breaks it would refuse all the others, too. */
const serial = /^[A-Z0-9-]{5,32}$/

/** Reads pasted text: one a line, or apart by blanks, commas or semicolons, each once. */
export function readSerials(text: string): Pasted {
  const words = asciiDigits(text)
    .split(/[\s,;،؛]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toUpperCase())
  const all = [...new Set(words)]
  return {
    sns: all.filter((word) => serial.test(word)),
    faulty: all.filter((word) => !serial.test(word)),
  }
}

/** As many at a time as one call takes. */
export const inCalls = (sns: readonly string[]): readonly string[][] =>
  Array.from({ length: Math.ceil(sns.length / mostNamedMembers) }, (_, at) =>
    sns.slice(at * mostNamedMembers, (at + 1) * mostNamedMembers),
  )
