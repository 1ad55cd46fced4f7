/** What a picture is by its own bytes, whatever it is called. */
export interface Picture {
  readonly kind: 'png' | 'jpg' | 'webp' | 'ico'
  readonly width: number
  readonly height: number
}

/** More pixels than these no screen shows, and a browser that decodes them runs out of memory. */
const maxPixels = 40_000_000

/** Recognises PNG, JPEG, WebP and ICO; null for anything else, SVG among it, which may hold scripts. */
export function pictureOf(bytes: Buffer): Picture | null {
  const found = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes) ?? readIcon(bytes)
  if (!found || found.width < 1 || found.height < 1) return null
  return found.width * found.height <= maxPixels ? found : null
}

function readPng(bytes: Buffer): Picture | null {
  const isPng =
    bytes.length > 57 &&
    bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) &&
    bytes.toString('latin1', 12, 16) === 'IHDR' &&
    // Nothing hides behind the end of the picture.
    bytes.toString('latin1', bytes.length - 8, bytes.length - 4) === 'IEND'
  if (!isPng) return null
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Walks the segments of a JPEG to the one that begins the frame. */
function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 20 || bytes.readUInt16BE(0) !== 0xffd8) return null
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return null
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker))
      return { kind: 'jpg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** SOF0 to SOF15, without the tables and the one that is reserved. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readWebp(bytes: Buffer): Picture | null {
  const isWebp =
    bytes.length >= 30 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP' &&
    bytes.readUInt32LE(4) + 8 <= bytes.length + 1
  if (!isWebp) return null
  const size = webpSize(bytes, bytes.toString('latin1', 12, 16))
  return size && { kind: 'webp', ...size }
}

function webpSize(bytes: Buffer, form: string): { width: number; height: number } | null {
  if (form === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (form === 'VP8X')
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (form !== 'VP8L') return null
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** The largest picture of an icon file; a width of 0 is written for 256. */
function readIcon(bytes: Buffer): Picture | null {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x00010000) return null
  const count = bytes.readUInt16LE(4)
  if (count < 1 || count > 64 || bytes.length < 6 + 16 * count) return null
  const entries = Array.from({ length: count }, (_, index) => 6 + 16 * index)
  const isInside = entries.every(
    (at) => bytes.readUInt32LE(at + 8) + bytes.readUInt32LE(at + 12) <= bytes.length,
  )
  if (!isInside) return null
  const side = (at: number) => bytes[at] || 256
  return {
    kind: 'ico',
    width: Math.max(...entries.map(side)),
    height: Math.max(...entries.map((at) => side(at + 1))),
  }
}
