import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'

/** What is being written, until it is whole. */
const unfinished = '.part'

/** What nobody can read any more, put aside. */
const spoilt = '.spoilt'

/** Writes a file as a whole or not at all: after a power cut there is the old one or the new one. */
export function writeWhole(path: string, text: string | Uint8Array, mode = 0o600): void {
  const part = `${path}${unfinished}`
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(part, 'w', mode)
  try {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  moveWhole(part, path)
}

/** Puts a file that is on the disk in the place of another one, for good. */
export function moveWhole(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
}

export function remove(path: string): void {
  rmSync(path, { force: true, recursive: true })
}

/** Whether something failed because the disk has no room. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))

/** Milliseconds between two attempts at what must be written, at the longest. */
const patience = 60_000

/** Writes what must not be lost: where it cannot be, again and again until it can. */
export async function writeSurely(
  write: () => void,
  { signal, onError }: { readonly signal: AbortSignal; readonly onError: (error: unknown) => void },
): Promise<void> {
  for (let wait = 500; ; wait = Math.min(patience, 2 * wait)) {
    try {
      return write()
    } catch (error) {
      onError(error)
      await sleep(wait, undefined, { signal })
    }
  }
}

/** A folder's own entries, on the disk. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** What a file holds; null where there is none. Throws where it holds something else. */
export function readValue<T>(path: string, schema: z.ZodMiniType<T>): T | null {
  const text = readText(path)
  return text === null ? null : schema.parse(JSON.parse(text))
}

/**
 * The same of what the agent can go on without: where the file holds something else it is put aside, as no
 * start would ever get past it.
 */
export function readKept<T>(path: string, schema: z.ZodMiniType<T>): T | null {
  try {
    return readValue(path, schema)
  } catch {
    moveWhole(path, `${path}${spoilt}`)
    return null
  }
}

/** Whether a file was put aside. */
export const isSpoilt = (path: string): boolean => existsSync(`${path}${spoilt}`)

/** Null: there is no such file, or it cannot be read. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** The files of a folder, by name. */
export function filesIn(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
}

/** Removes what was being written when the power failed: nobody goes on with it. */
export function removeUnfinished(folder: string): void {
  for (const path of filesIn(folder)) if (path.endsWith(unfinished)) remove(path)
}
