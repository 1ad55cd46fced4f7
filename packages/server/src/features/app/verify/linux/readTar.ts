import { PackageFault } from '../fault.ts'
import type { PackageLimits } from '../limits.ts'
import { safeName } from '../zip/safeName.ts'
import type { ByteStream } from './byteStream.ts'

const blockBytes = 512
const mostWanted = 1024 ** 2
/** Files, links and folders; a device or a pipe has no place in a package. */
const usual = new Set(['0', '\0', '1', '2', '5', '7'])
/** Records that say more of the next one: a long name, or attributes in the form of pax. */
const extra = { longName: 'L', longLink: 'K', pax: 'x', global: 'g' }

/** The contents of those files of a tar archive that are wanted; the whole of it must be sound. */
export async function readTar(
  stream: ByteStream,
  wanted: readonly string[],
  limits: PackageLimits,
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>()
  let longName: Buffer | null = null
  for (let count = 0; ; count++) {
    const header = await stream.take(blockBytes)
    if (!header || header.every((byte) => byte === 0)) break
    if (count >= limits.entries)
      throw new PackageFault('verify.zip.tooManyEntries', { most: limits.entries })
    const { type, bytes, ...own } = readHeader(header)
    if (type === extra.longName || type === extra.pax) {
      const text = await content(stream, bytes)
      longName = type === extra.pax ? (pathOf(text) ?? longName) : withoutZero(text)
      continue
    }
    const name = plainName(longName ?? own.name)
    longName = null
    const isExtra = type === extra.longLink || type === extra.global
    if (!isExtra && !usual.has(type)) throw new PackageFault('verify.linux.special', { name })
    if (wanted.includes(name) && !isExtra) {
      if (found.has(name)) throw new PackageFault('verify.zip.duplicate', { name })
      found.set(name, await content(stream, bytes))
    } else await stream.skip(padded(bytes))
  }
  await stream.drain()
  return found
}

const padded = (bytes: number) => Math.ceil(bytes / blockBytes) * blockBytes

async function content(stream: ByteStream, bytes: number): Promise<Buffer> {
  if (bytes > mostWanted) throw new PackageFault('verify.linux.damaged')
  const whole = bytes === 0 ? Buffer.alloc(0) : await stream.take(padded(bytes))
  if (!whole) throw new PackageFault('verify.zip.truncated')
  return whole.subarray(0, bytes)
}

function readHeader(header: Buffer) {
  const sum = octal(header.subarray(148, 156))
  const blank = Buffer.from(header)
  blank.fill(' ', 148, 156)
  if (blank.reduce((all, byte) => all + byte, 0) !== sum)
    throw new PackageFault('verify.linux.damaged')
  const isUstar = header.toString('latin1', 257, 262) === 'ustar'
  const [short, prefix] = [
    withoutZero(header.subarray(0, 100)),
    withoutZero(header.subarray(345, 500)),
  ]
  const name =
    isUstar && prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), short]) : short
  return {
    name,
    bytes: octal(header.subarray(124, 136)),
    type: header.toString('latin1', 156, 157),
  }
}

/** A number in octal digits; larger ones than fit are written otherwise, and too large in any case. */
function octal(field: Buffer): number {
  const text = field
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .trim()
  if (!/^[0-7]{0,12}$/.test(text)) throw new PackageFault('verify.linux.damaged')
  return text === '' ? 0 : Number.parseInt(text, 8)
}

function withoutZero(field: Buffer): Buffer {
  const end = field.indexOf(0)
  return end < 0 ? field : field.subarray(0, end)
}

/** The name among attributes of the form `<length> path=<name>\n`. */
function pathOf(attributes: Buffer): Buffer | null {
  const path = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(attributes.toString('latin1'))?.[1]
  return path === undefined ? null : Buffer.from(path, 'latin1')
}

/** Names may begin with `./`; the folder itself has none. */
function plainName(raw: Buffer): string {
  const text = raw.toString('latin1').replace(/^(\.\/+)+/, '')
  return text === '' || text === '.' ? '.' : safeName(Buffer.from(text, 'latin1'))
}
