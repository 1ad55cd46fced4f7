import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from './fileAnswer.ts'

/** Read at a time: less costs more turns, more costs memory for each of hundreds who read. */
const chunkBytes = 256 * 1024

/** Chunks that nobody has asked for lately are dropped above this. */
const keptChunks = 256

/** A file that is never changed. */
interface Source {
  /** What tells its content from any other. */
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/**
 * Reads files that never change, for many who read the same one: a chunk that somebody has just
 * read is handed to the next without asking the disk, and lies in memory once.
 */
export function openSharedReads() {
  const chunks = new Map<string, Promise<Buffer>>()

  function chunkOf(source: Source, handle: FileHandle, nth: number): Promise<Buffer> {
    const key = `${source.name}:${nth}`
    const found = chunks.get(key) ?? readChunk(source, handle, nth)
    // The one that was asked for last is the last to go.
    chunks.delete(key)
    chunks.set(key, found)
    found.catch(() => chunks.delete(key))
    const [oldest] = chunks.keys()
    if (chunks.size > keptChunks && oldest) chunks.delete(oldest)
    return found
  }

  /** The bytes of a file, or a part of them; rejects when it is not there. */
  return async (source: Source, range?: ByteRange): Promise<Readable> => {
    const handle = await open(source.path)
    const { start, end } = range ?? { start: 0, end: source.bytes - 1 }
    let at = start
    let reading: Promise<unknown> = Promise.resolve()
    return new Readable({
      highWaterMark: chunkBytes,
      read() {
        if (at > end) {
          this.push(null)
          return
        }
        const nth = Math.floor(at / chunkBytes)
        const found = chunkOf(source, handle, nth)
        reading = found.catch(() => undefined)
        found.then(
          (chunk) => {
            const from = at - nth * chunkBytes
            const part = chunk.subarray(from, Math.min(chunk.length, end + 1 - nth * chunkBytes))
            if (part.length === 0) this.destroy(new Error('a stored file is shorter than it was'))
            at += part.length
            this.push(part)
          },
          (error: unknown) => this.destroy(error instanceof Error ? error : new Error('not read')),
        )
      },
      destroy(error, done) {
        void closeAfter(reading, handle).finally(() => done(error))
      },
    })
  }
}

/** Closes a file when what is just being read is there: others may wait for it. */
async function closeAfter(reading: Promise<unknown>, handle: FileHandle): Promise<void> {
  await reading
  await handle.close().catch(() => undefined)
}

async function readChunk({ bytes }: Source, handle: FileHandle, nth: number): Promise<Buffer> {
  const position = nth * chunkBytes
  const wanted = Math.min(chunkBytes, bytes - position)
  const buffer = Buffer.allocUnsafeSlow(wanted)
  let there = 0
  while (there < wanted) {
    const { bytesRead } = await handle.read(buffer, there, wanted - there, position + there)
    if (bytesRead === 0) break
    there += bytesRead
  }
  return buffer.subarray(0, there)
}
