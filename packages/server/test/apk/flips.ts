import { sectionsOf } from './zipParts.ts'

export interface Variant {
  readonly name: string
  readonly bytes: Buffer
}

/** Where the fields of the headers lie, by what they are. */
const headers = {
  end: { mark: 0, disk: 4, here: 8, count: 10, size: 12, offset: 16, comment: 20 },
  line: {
    mark: 0,
    made: 4,
    needs: 6,
    flags: 8,
    method: 10,
    time: 12,
    crc: 16,
    packed: 20,
    size: 24,
    name: 28,
    extra: 30,
    comment: 32,
    attributes: 38,
    offset: 42,
    text: 46,
  },
  local: {
    mark: 0,
    needs: 4,
    flags: 6,
    method: 8,
    time: 10,
    crc: 14,
    packed: 18,
    size: 22,
    name: 26,
    extra: 28,
    text: 30,
  },
} as const

/** The package with one bit turned in each field of its headers and here and there in each section. */
export function flips({ name, bytes }: Variant): readonly Variant[] {
  const { blockFrom, directoryFrom, endFrom } = sectionsOf(bytes)
  const places: (readonly [string, number])[] = [
    ...fieldsAt('end', endFrom),
    ...fieldsAt('line', directoryFrom),
    ...fieldsAt('local', 0),
    ...spread('files', 0, blockFrom, 12),
    ...spread('block', blockFrom, Math.min(blockFrom + 2200, directoryFrom), 24),
    ...spread('foot', Math.max(blockFrom, directoryFrom - 24), directoryFrom, 4),
    ...spread('directory', directoryFrom, endFrom, 4),
  ]
  return places.map(([label, at]) => ({ name: `${name}.flip-${label}`, bytes: flipped(bytes, at) }))
}

const fieldsAt = (kind: keyof typeof headers, from: number) =>
  Object.entries(headers[kind]).map(([field, at]) => [`${kind}-${field}`, from + at] as const)

const spread = (label: string, from: number, to: number, count: number) =>
  to === from
    ? []
    : Array.from({ length: count }, (_, step) => {
        const at = from + Math.floor(((to - from) * step) / count)
        return [`${label}-${step}`, at] as const
      })

/** Another bit at each place. */
export function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << (at % 8)), at)
  return copy
}
