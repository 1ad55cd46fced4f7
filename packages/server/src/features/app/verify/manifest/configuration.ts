import type { Cursor } from '../cursor.ts'

/** For which devices a resource is meant. */
export interface Configuration {
  /** A language tag; empty where it is for every language. */
  readonly locale: string
  /** Dots per inch; 0 where it says nothing. */
  readonly density: number
  /** From this version of Android on; 0 where it says nothing. */
  readonly sdk: number
  /** Whether it is for some devices only, by more than language, density and version. */
  readonly isSpecial: boolean
}

/** Android keeps to names that languages had before 1989. */
const renamed: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi' }

export function readConfiguration(from: Cursor): Configuration {
  const start = from.at
  const bytes = from.u32()
  if (bytes < 28) from.fail()
  const whole = from.part(start, start + bytes)
  const network = whole.go(4).u32()
  const [language, region] = [whole.take(2), whole.take(2)]
  const [orientation, touch, density] = [whole.u8(), whole.u8(), whole.u16()]
  const [input, size, sdk] = [whole.u32(), whole.u32(), whole.u16()]
  const script = bytes >= 40 ? lettersOf(whole.go(36).take(4)) : ''
  // Layout, mode and width came later than the rest.
  const later = whole.go(28).take(Math.min(bytes - 28, 8))
  const code = codeOf(language, 'a')
  const tag = [renamed[code] ?? code, script, codeOf(region, '0')].filter((part) => part !== '')
  const isPlain = network + orientation + touch + input + size === 0
  return {
    locale: tag.join('-'),
    density,
    sdk,
    isSpecial: !isPlain || later.some((byte) => byte !== 0),
  }
}

/** Two letters as they are, or three in five bits each from `base` on. */
function codeOf(code: Buffer, base: 'a' | '0'): string {
  const packed = code.readUInt16LE()
  if ((packed & 0x80) === 0) return lettersOf(code)
  const [low, high] = [code.readUInt8(0), code.readUInt8(1)]
  const parts = [high & 0x1f, ((high & 0xe0) >> 5) | ((low & 0x03) << 3), (low & 0x7c) >> 2]
  return String.fromCharCode(...parts.map((part) => part + base.charCodeAt(0)))
}

const lettersOf = (code: Buffer) => code.toString('latin1').replace(/[^A-Za-z0-9]/g, '')
