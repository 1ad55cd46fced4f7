import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readiness } from '../../../platform/readiness.ts'

/** Below this, uploads are turned away (docs/operations.md). */
const littleBytes = 256 * 1024 ** 2

/** Where uploads wait for their parts, from the outside in: the innermost that is there says how much room they have. */
const uploads = ['', 'files', 'files/drafts']

/** What the server writes to; each may be mounted by itself. */
const places = [...uploads, 'books', 'postgres']

/** What is asked of the system. */
export interface Disks {
  /** The disk that a folder lies on. */
  deviceOf(path: string): Promise<number>
  freeBytes(path: string): Promise<number>
  /** Writes a file and takes it away again. */
  tryWrite(file: string): Promise<void>
}

const system: Disks = {
  deviceOf: async (path) => (await stat(path)).dev,
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  },
  async tryWrite(file) {
    try {
      const handle = await open(file, 'w', 0o600)
      try {
        await handle.write(block)
        await handle.sync()
      } finally {
        await handle.close()
      }
    } finally {
      await rm(file, { force: true }).catch(() => undefined)
    }
  },
}

const block = Buffer.alloc(4096)

interface Mount {
  readonly path: string
  /** As the sentences call it. */
  readonly name: string
  readonly takesUploads: boolean
  /** The database has it to itself. */
  readonly isOurs: boolean
}

/** The disks of the data folder, each once; a folder that is not there yet will lie on the one above it. */
async function mountsOf(folder: string, disks: Disks): Promise<readonly Mount[]> {
  const found = await Promise.all(
    places.map(async (place) => {
      const device = await disks.deviceOf(join(folder, place)).catch(() => null)
      return { place, device }
    }),
  )
  const there = found.filter(({ place, device }) => place === '' || device !== null)
  const taking = there.findLast(({ place }) => uploads.includes(place))?.device
  return there
    .filter(({ device }, at) => there.findIndex((other) => other.device === device) === at)
    .map(({ place, device }) => ({
      path: join(folder, place),
      name: place === '' ? 'the data folder' : `${place}/ in the data folder`,
      takesUploads: device === taking,
      isOurs: place !== 'postgres',
    }))
}

/** Asks each disk of the data folder; null: all of them are well. */
const eachOf =
  (folder: string, disks: Disks, ask: (mount: Mount) => Promise<string | null>) => async () => {
    const told = await Promise.all((await mountsOf(folder, disks)).map(ask))
    return told.filter((one) => one !== null).join(' ') || null
  }

/** Checks that the data folder, and what is mounted in it, takes what is written to it. */
export const folderCheck = (folder: string, disks: Disks = system): Readiness => ({
  name: 'disk',
  check: eachOf(folder, disks, async ({ path, name, isOurs }) => {
    if (!isOurs) return null
    return disks.tryWrite(join(path, `.probe-${process.pid}`)).then(
      () => null,
      (error: unknown) => sentenceOf(error, name),
    )
  }),
})

/** Says when the disk of the data folder, or of what is mounted in it, is about to be full. */
export const roomCheck = (folder: string, disks: Disks = system): Readiness => ({
  name: 'disk',
  check: eachOf(folder, disks, async ({ path, name, takesUploads }) => {
    const free = await disks.freeBytes(path)
    if (free >= littleBytes) return null
    const left = `The disk of ${name} has ${Math.floor(free / 1024 ** 2)} MB left`
    return takesUploads ? `${left}; uploads are turned away.` : `${left}.`
  }),
})

const sentences: Readonly<Record<string, (name: string) => string>> = {
  ENOSPC: (name) => `The disk of ${name} is full.`,
  EDQUOT: (name) => `The quota of ${name} is used up.`,
  EROFS: (name) => `${capital(name)} is read only.`,
  EACCES: (name) => `${capital(name)} may not be written to.`,
  ENOENT: (name) => `${capital(name)} is not there.`,
}

function sentenceOf(error: unknown, name: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return sentences[code]?.(name) ?? `${capital(name)} takes no write (${code}).`
}

/** A folder's own name keeps its letters. */
const capital = (name: string): string => name.replace(/^the /, 'The ')
