import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writingTo } from './diskFull.ts'
import type { ByteRange } from './fileAnswer.ts'

/** What a file holds, by which it is found again. */
export interface StoredFile {
  readonly sha256: Buffer
  readonly bytes: number
}

/** A file as the folder has it. */
export interface LyingFile extends StoredFile {
  /** When it was written, or marked as used. */
  readonly at: Date
}

/** Files by their content: the same bytes lie there once. A folder that all processes share. */
export interface FileStore {
  /**
   * Keeps what the stream gives; nothing is left of a stream that fails. Of what a killed process left of
   * the same `work` neither: an id.
   */
  put(content: Readable, work?: string): Promise<StoredFile>
  /** The bytes of a file, or a part of them; rejects when it is not there. */
  open(sha256: Buffer, range?: ByteRange): Promise<Readable>
  has(sha256: Buffer): Promise<boolean>
  remove(sha256: Buffer): Promise<void>
  /** What lies in one of its 256 folders (`00` to `ff`). */
  list(prefix: string): Promise<LyingFile[]>
  /** Removes what killed processes left half written of a work. */
  removeDraftsOf(work: string): Promise<void>
  /** Removes the drafts of processes that were killed: those that nobody has written since then. */
  removeDrafts(before: Date): Promise<void>
}

const draftPrefix = 'draft-'
/** Read at a time: less costs more turns, more costs memory for each of hundreds who read. */
const readBytes = 128 * 1024

/** Where the store of a data folder lies. */
export const storeFolder = (dataFolder: string): string => join(dataFolder, 'files')

/** A content's place below the store's folder: `ab/abcdef…`. */
export function contentName(sha256: Buffer): string {
  const name = sha256.toString('hex')
  return `${name.slice(0, 2)}/${name}`
}

/** Where a file lies until it is whole; left by a killed process, it goes with `removeDrafts`. */
export const draftPath = (dataFolder: string, id: string): string =>
  join(storeFolder(dataFolder), `${draftPrefix}${id}`)

/** Where a content lies: `files/ab/abcdef…`. */
export const contentPath = (dataFolder: string, sha256: Buffer): string =>
  join(storeFolder(dataFolder), contentName(sha256))

/** A store below the data folder. */
export function fileStoreIn(dataFolder: string): FileStore {
  const folder = storeFolder(dataFolder)
  const pathOf = (sha256: Buffer) => contentPath(dataFolder, sha256)
  return {
    async put(content, work) {
      await mkdir(folder, { recursive: true })
      if (work) await removeDraftsOf(folder, work)
      const draft = draftPath(dataFolder, `${work ?? ''}${randomUUID()}`)
      const hash = createHash('sha256')
      let bytes = 0
      const counted = new PassThrough()
      counted.on('data', (part: Buffer) => {
        hash.update(part)
        bytes += part.length
      })
      try {
        await writingTo(
          draft,
          pipeline(content, counted, createWriteStream(draft, { mode: 0o640 })),
        )
        const sha256 = hash.digest()
        const path = pathOf(sha256)
        await mkdir(join(path, '..'), { recursive: true })
        await rename(draft, path)
        return { sha256, bytes }
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async open(sha256, range) {
      // Opened at once: a file that is moved to a bucket meanwhile is read to its end all the same.
      const file = await open(pathOf(sha256))
      return file.createReadStream({ ...range, highWaterMark: readBytes })
    },
    has: (sha256) =>
      stat(pathOf(sha256)).then(
        () => true,
        () => false,
      ),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    list: (prefix) => listIn(join(folder, prefix)),
    removeDraftsOf: (work) => removeDraftsOf(folder, work),
    removeDrafts: (before) => removeDrafts(folder, before),
  }
}

async function removeDraftsOf(folder: string, work: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(`${draftPrefix}${work}`)))
    await rm(join(folder, name), { force: true })
}

/** A draft that is renamed or removed meanwhile is no fault: it is gone from here, too. */
async function removeDrafts(folder: string, before: Date): Promise<void> {
  await mkdir(folder, { recursive: true })
  const names = await readdir(folder)
  for (const name of names.filter((one) => one.startsWith(draftPrefix))) {
    const draft = join(folder, name)
    const found = await stat(draft).catch(() => null)
    if (found && found.mtime < before) await rm(draft, { force: true })
  }
}

async function listIn(folder: string): Promise<LyingFile[]> {
  const names = await readdir(folder).catch(() => [])
  const found = names
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .map(async (name) => {
      const file = await stat(join(folder, name)).catch(() => null)
      return file ? [{ sha256: Buffer.from(name, 'hex'), bytes: file.size, at: file.mtime }] : []
    })
  return (await Promise.all(found)).flat()
}
