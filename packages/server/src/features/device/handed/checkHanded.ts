import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { pictureOf } from '../../file/image/index.ts'
import type { Handing } from './handed.queries.ts'

/** A log that unpacks to more than this many times what it may be, or to more at all, is no log. */
const mostUnpacked = 20
const mostUnpackedBytes = 256 * 1_048_576

/** The ending of a file that is what was asked for; null: it is not, or not what was announced. */
export async function endingOf(path: string, handing: Handing): Promise<string | null> {
  const { bytes, sha256, kind } = handing
  const found = await stat(path).catch(() => null)
  if (found?.size !== bytes || !(await hashOf(path)).equals(sha256)) return null
  if (kind === 'LOG') return (await isPackedText(path, mostBytesOf(handing))) ? 'log.gz' : null
  const picture = pictureOf(await readFile(path))
  return picture && picture.kind !== 'ico' ? picture.kind : null
}

/** Bytes that a log may come to when it is unpacked. */
const mostBytesOf = ({ args: { maxMB } }: Handing): number =>
  Math.min(mostUnpackedBytes, (typeof maxMB === 'number' ? maxMB : 1) * 1_048_576 * mostUnpacked)

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

/** Whether a file unpacks to text, and to no more of it than it may; nothing of it is kept. */
async function isPackedText(path: string, most: number): Promise<boolean> {
  const letters = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  const reader = new Writable({
    write(part: Buffer, _, done) {
      bytes += part.length
      try {
        const isText = bytes <= most && !part.includes(0)
        letters.decode(part, { stream: true })
        done(isText ? null : new Error('no text'))
      } catch {
        done(new Error('no text'))
      }
    },
  })
  return pipeline(createReadStream(path), createGunzip(), reader).then(
    () => bytes > 0,
    () => false,
  )
}
