import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import type { readArchive } from '@muster/terminal'
import { moveWhole, remove, syncFolder, writeWhole } from './disk.ts'

type Archive = Awaited<ReturnType<typeof readArchive>>

/** Where each set of values lies; the folder of a package points into it. */
const sets = '.sets'
const valuesFile = 'values.json'
const plainName = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

/** Whether all names of an archive stay in their folder. */
export const isContained = ({ manifest, files }: Archive): boolean =>
  plainName.test(manifest.package) &&
  [...files.keys()].every((name) => name.split('/').every((part) => plainName.test(part)))

/**
 * Gives a package its new values: all of them at once, by turning one link, so that whoever reads
 * them finds the old ones or the new ones, never some of each. Answers the package's folder.
 */
export function writeParams(folder: string, { manifest, files, text }: Archive): string {
  const { package: name, hash } = manifest
  const own = join(folder, sets, name)
  const set = join(own, hash)
  const place = join(folder, name)
  for (const [file, bytes] of files) writeWhole(join(set, file), bytes, 0o640)
  writeWhole(join(set, valuesFile), text, 0o640)
  const link = join(folder, sets, `${name}.link`)
  remove(link)
  symlinkSync(join(sets, name, hash), link)
  mkdirSync(folder, { recursive: true })
  moveWhole(link, place)
  syncFolder(own)
  for (const old of readdirSync(own)) if (old !== hash) remove(join(own, old))
  return place
}

/** What applications really run with, as heartbeats tell it: the hash of the values of each. */
export function heldParams(folder: string | undefined): Record<string, string> {
  if (folder === undefined || !existsSync(folder)) return {}
  const held = readdirSync(folder)
    .filter((name) => plainName.test(name))
    .flatMap((name): [string, string][] => {
      try {
        readlinkSync(join(folder, name))
        const bytes = readFileSync(join(folder, name, valuesFile))
        return [[name, createHash('sha256').update(bytes).digest('hex')]]
      } catch {
        return []
      }
    })
  // One heartbeat has room for so many.
  return Object.fromEntries(held.slice(0, 20))
}
