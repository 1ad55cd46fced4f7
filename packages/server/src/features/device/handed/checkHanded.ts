import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CrashFinder, mostCrashes, mostLogLines, mostUnpackedLog } from '@muster/contract'
import { LineReader } from '../../../platform/lineReader.ts'
import { pictureOf } from '../../file/image/index.ts'
import type { Handing, TextFacts } from './handed.queries.ts'

/** What a file was found to be. */
export interface Checked {
  /** Of its name. */
  readonly ending: string
  /** Of a log. */
  readonly text: TextFacts | null
}

/** A file that is what was asked for; null: it is not, or not what was announced. */
export async function check(path: string, handing: Handing): Promise<Checked | null> {
  const { bytes, sha256, kind } = handing
  const found = await stat(path).catch(() => null)
  if (found?.size !== bytes || !(await hashOf(path)).equals(sha256)) return null
  if (kind === 'LOG') {
    const text = await readPackedText(path, mostBytesOf(handing))
    return text && { ending: 'log.gz', text }
  }
  const picture = pictureOf(await readFile(path))
  return picture && picture.kind !== 'ico' ? { ending: picture.kind, text: null } : null
}

/** As its terminal was told. */
const mostBytesOf = ({ args: { maxMB } }: Handing): number =>
  mostUnpackedLog(typeof maxMB === 'number' ? maxMB : 1)

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

/**
 * What is in a file that unpacks to text, and to no more of it than it may; nothing of it is kept. Each byte and
 * each line takes a moment, and some kilobytes unpack to hundreds of millions.
 */
async function readPackedText(path: string, most: number): Promise<TextFacts | null> {
  const letters = new TextDecoder('utf-8', { fatal: true })
  const finder = new CrashFinder(mostCrashes)
  const lines = new LineReader((line) => finder.see(line.toString()))
  let bytes = 0
  const reader = new Writable({
    write(part: Buffer, _, done) {
      bytes += part.length
      try {
        const isText = bytes <= most && finder.lines <= mostLogLines && !part.includes(0)
        letters.decode(part, { stream: true })
        if (isText) lines.push(part)
        done(isText ? null : new Error('no text'))
      } catch {
        done(new Error('no text'))
      }
    },
  })
  return pipeline(createReadStream(path), createGunzip(), reader).then(
    () => {
      lines.finish()
      return bytes > 0 ? { lines: finder.lines, found: finder.end() } : null
    },
    () => null,
  )
}
