import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readiness } from '../../../platform/readiness.ts'

/** Below this, uploads are turned away (docs/operations.md). */
const littleBytes = 256 * 1024 ** 2

const block = Buffer.alloc(4096)

/** Checks that the data folder takes what is written to it. */
export const folderCheck = (folder: string): Readiness => ({
  name: 'disk',
  async check() {
    const file = join(folder, `.probe-${process.pid}`)
    try {
      const handle = await open(file, 'w', 0o600)
      try {
        await handle.write(block)
        await handle.sync()
      } finally {
        await handle.close()
      }
      return null
    } catch (error) {
      return sentenceOf(error)
    } finally {
      await rm(file, { force: true }).catch(() => undefined)
    }
  },
})

/** Says when the disk of the data folder is about to be full. */
export const roomCheck = (folder: string): Readiness => ({
  name: 'disk',
  async check() {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    if (free >= littleBytes) return null
    return `The disk of the data folder has ${Math.floor(free / 1024 ** 2)} MB left; uploads are turned away.`
  },
})

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk of the data folder is full.',
  EDQUOT: 'The quota of the data folder is used up.',
  EROFS: 'The data folder is read only.',
  EACCES: 'The data folder may not be written to.',
  ENOENT: 'The data folder is not there.',
}

function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return sentences[code] ?? `The data folder takes no write (${code}).`
}
