import { Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import xz from 'xz-decompress'
import { PackageFault } from '../fault.ts'
import type { PackageLimits } from '../limits.ts'
import type { OpenFile } from '../openFile.ts'
import { ByteStream } from './byteStream.ts'

/** Part of a file that is a stream of its own. */
export interface Stretch {
  readonly file: Pick<OpenFile, 'read' | 'parts'>
  readonly from: number
  readonly to: number
}

const partBytes = 64 * 1024
const marks = { gzip: '1f8b', zstd: '28b52ffd', xz: 'fd377a585a00' }

/** The unpacked content, by whatever it was packed with: gzip, xz, zstd or not at all. */
export function unpackStream({ file, from, to }: Stretch, limits: PackageLimits): ByteStream {
  const head = file.read(from, Math.min(6, to - from)).toString('hex')
  const packed = Readable.from(file.parts(from, to, partBytes))
  const through = (transform: Transform) => {
    // Its reader hears of it.
    packed.on('error', (error) => transform.destroy(error))
    return packed.pipe(transform)
  }
  const content = head.startsWith(marks.gzip)
    ? through(createGunzip())
    : head.startsWith(marks.zstd)
      ? through(createZstdDecompress())
      : head === marks.xz
        ? new xz.XzReadableStream(streamOf(file.parts(from, to, partBytes)))
        : packed
  return new ByteStream(unlessDamaged(content), to - from, limits)
}

/** Parts as the stream that the web knows, each when it is asked for. */
function streamOf(parts: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const all = parts[Symbol.iterator]()
  return new ReadableStream({
    pull(controller) {
      const next = all.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
  })
}

/** What unpacks says in its own words what is wrong. */
async function* unlessDamaged(content: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of content) if (part instanceof Uint8Array) yield part
  } catch (error) {
    if (error instanceof PackageFault) throw error
    throw new PackageFault('verify.linux.damaged')
  }
}

/** A stream that is in memory. */
export const stretchOf = (bytes: Buffer): Stretch => ({
  from: 0,
  to: bytes.length,
  file: {
    read: (from, length) => bytes.subarray(from, from + length),
    *parts(from, to) {
      yield bytes.subarray(from, to)
    },
  },
})
