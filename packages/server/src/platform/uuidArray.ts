/** By its byte, the value of each digit of a hexadecimal number. */
const nibbles = new Uint8Array(256)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  nibbles[digit.charCodeAt(0)] = value
  nibbles[digit.toUpperCase().charCodeAt(0)] = value
}

const nibbleOf = (byte: number | undefined): number => nibbles[byte ?? 0] ?? 0

const uuidType = 2950
const uuidBytes = 16
const dash = 45

/**
 * Uuids as PostgreSQL's own binary form of an array: where thousands come at once, a statement that does little
 * more with each of them takes a tenth less than where it reads them as text. They may be written without dashes.
 */
export function uuidArray(values: readonly (string | null)[]): Buffer {
  const text = Buffer.from(values.join(''), 'latin1')
  const bytes = Buffer.allocUnsafe(20 + values.length * (4 + uuidBytes))
  let at = 0
  // Dimensions, whether one may be null, the type, how many there are, and what the first is counted as.
  for (const part of [1, 1, uuidType, values.length, 1]) at = bytes.writeInt32BE(part, at)
  let from = 0
  for (const value of values) {
    at = bytes.writeInt32BE(value === null ? -1 : uuidBytes, at)
    if (value === null) continue
    for (const end = at + uuidBytes; at < end; from += 2) {
      if (text[from] === dash) from++
      bytes[at++] = (nibbleOf(text[from]) << 4) | nibbleOf(text[from + 1])
    }
  }
  return bytes.subarray(0, at)
}
