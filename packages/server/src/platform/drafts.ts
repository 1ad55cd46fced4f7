import { constants, mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { writingTo } from './diskFull.ts'
import { contentPath, storeFolder } from './fileStore.ts'

/** Files that are being handed in part by part, beside the store that they go to when whole. */
export interface Drafts {
  pathOf(id: string): string
  /** Puts bytes at a place and answers once they are on the disk. */
  write(id: string, at: number, bytes: Uint8Array): Promise<void>
  /** Makes a draft the content of this hash. */
  keep(id: string, sha256: Buffer): Promise<void>
  remove(id: string): Promise<void>
  /** Bytes that the disk has room for. */
  room(): Promise<number>
}

/** The drafts of a data folder: `files/drafts/<id>`, one sparse file each. */
export function draftsIn(dataFolder: string): Drafts {
  const folder = join(storeFolder(dataFolder), 'drafts')
  const pathOf = (id: string) => join(folder, id)
  return {
    pathOf,
    async write(id, at, bytes) {
      await mkdir(folder, { recursive: true })
      await writingTo(pathOf(id), writeAt(pathOf(id), at, bytes))
    },
    async keep(id, sha256) {
      const path = contentPath(dataFolder, sha256)
      await mkdir(join(path, '..'), { recursive: true })
      await rename(pathOf(id), path)
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async room() {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

async function writeAt(path: string, at: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o640)
  try {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
      done += bytesWritten
    }
    await file.datasync()
  } finally {
    await file.close()
  }
}
