import type { DetailedRepair } from '@muster/contract'

type Parts = DetailedRepair['parts']

/** Parts as they are typed: quantity, name and price, one part a line. */
export const writeParts = (parts: Parts): string =>
  parts.map(({ quantity, name, price }) => `${quantity}; ${name}; ${price}`).join('\n')

/** The parts that were typed; null: a line is none. */
export function readParts(text: string): Parts | null {
  const lines = text.split('\n').map((line) => line.trim())
  const parts = lines.filter(Boolean).map(readPart)
  return parts.every((part) => part !== null) ? parts : null
}

function readPart(line: string): Parts[number] | null {
  const [quantity = '', name = '', price = '', ...more] = line
    .split(/[;؛]/)
    .map((cell) => cell.trim())
  const isPart = /^[1-9]\d{0,2}$/.test(quantity) && name !== '' && name.length <= 64
  if (!isPart || !/^\d{1,9}(\.\d{1,2})?$/.test(price) || more.length > 0) return null
  return { quantity: Number(quantity), name, price: Number(price) }
}
