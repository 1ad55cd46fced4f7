/** A value of an attribute or a resource, as Android's compiled files have it. */
export interface Value {
  readonly type: number
  readonly data: number
  /** Where the value is a string. */
  readonly text: string | null
}

export const valueTypes = { reference: 0x01, string: 0x03, boolean: 0x12 } as const

/** Numbers are written in several ways, all from here to here: decimal, hexadecimal, boolean … */
const [firstNumber, lastNumber] = [0x10, 0x1f]

export const numberOf = (value: Value | null): number | null =>
  value && value.type >= firstNumber && value.type <= lastNumber ? value.data : null
