import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  constants,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ConfigurationError } from './env.ts'
import { storeFolder } from './fileStore.ts'

/** What a backup says of itself; written last, so that a folder without it is no whole backup. */
export interface BackupNote {
  readonly muster: string
  readonly takenAt: string
  /** Whether the database is a copy of the embedded server, or a dump of another one. */
  readonly kind: 'embedded' | 'outside'
  /** What PostgreSQL it is of. */
  readonly postgres: string
  /** Hex of what the sealing key is known by; null: it was not known yet. */
  readonly keyFingerprint: string | null
  /** SHA-256 of the database's file, hex. */
  readonly sha256: string
  /** The embedded server's own passwords; it listens on this machine only. */
  readonly logins?: { readonly password: string; readonly superPassword: string }
}

const noteOf = (folder: string): string => join(folder, 'backup.json')

/** The database's file in a backup of this kind. */
export const databaseFile = (folder: string, kind: BackupNote['kind']): string =>
  join(folder, kind === 'embedded' ? 'database.tar.gz' : 'database.dump')

/** Makes the folder of a new backup under a name that is given up when it is whole. */
export async function openBackup(folder: string): Promise<string> {
  if (await exists(folder))
    throw new ConfigurationError(`${folder} is there already: each backup is a new folder.`)
  const draft = `${folder}.part`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  return draft
}

/** Names the backup as whole. */
export async function closeBackup(
  draft: string,
  folder: string,
  note: Omit<BackupNote, 'sha256'>,
): Promise<void> {
  const sha256 = await hashOf(databaseFile(draft, note.kind))
  await writeFile(noteOf(draft), `${JSON.stringify({ ...note, sha256 }, null, 2)}\n`, {
    mode: 0o600,
  })
  await rename(draft, folder)
}

/** Reads what a backup says of itself, and refuses one whose database is not what was written. */
export async function readBackup(folder: string): Promise<BackupNote> {
  const text = await readFile(noteOf(folder), 'utf8').catch(() => {
    throw new ConfigurationError(`${folder} is no whole backup: it has no backup.json.`)
  })
  // Only closeBackup() writes this file.
  const note = JSON.parse(text) as BackupNote
  const file = databaseFile(folder, note.kind)
  const isWhole = (await exists(file)) && (await hashOf(file)) === note.sha256
  if (!isWhole) throw new ConfigurationError(`${file} is damaged: it is not what was written.`)
  return note
}

/**
 * Copies stored files that are not there yet from below one folder to below another, and answers how
 * many. They lie under their contents' hash: what has a name already is the same file.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  const [source, target] = [storeFolder(from), storeFolder(to)]
  let copied = 0
  for (const prefix of await namesIn(source, /^[0-9a-f]{2}$/)) {
    await mkdir(join(target, prefix), { recursive: true })
    for (const name of await namesIn(join(source, prefix), /^[0-9a-f]{64}$/))
      if (await copyWhole(join(source, prefix, name), join(target, prefix, name))) copied += 1
  }
  return copied
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => pattern.test(name))
}

/** Under its name only once it is whole; false: it was there, or has been removed meanwhile. */
async function copyWhole(from: string, to: string): Promise<boolean> {
  if (await exists(to)) return false
  try {
    await copyFile(from, `${to}.part`, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
  await rename(`${to}.part`, to)
  return true
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
