import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { mostToldEdits, mostToldParams, pathOfParamFile, pid } from '@muster/contract/protocol'
import type { readArchive } from '@muster/terminal'
import * as z from 'zod/mini'
import { moveWhole, readText, readValue, remove, syncFolder, writeWhole } from './disk.ts'

type Archive = Awaited<ReturnType<typeof readArchive>>

/** Where each set of values lies; the folder of a package points into it. */
const sets = '.sets'
const valuesFile = 'values.json'
const plainName = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

/** Documents are told as packages: `json:` and their code. */
const documents = 'json'
const documentPrefix = `${documents}:`

/** Where the values of a package lie below the folder of all; null: its name leads elsewhere. */
function placeOf(name: string): string | null {
  const code = name.startsWith(documentPrefix) ? name.slice(documentPrefix.length) : null
  if (code !== null) return plainName.test(code) ? join(documents, code) : null
  return plainName.test(name) && name !== documents ? name : null
}

/** The values of one package on the disk; what is noted of it has a mark that no name of a package has. */
interface Place {
  /** What applications read: a link to the set in force. */
  readonly link: string
  /** Sets of values, each in a folder by its hash. */
  readonly own: string
  /** Notes, while new values are tried, the set that was in force before: empty where there was none. */
  readonly trial: string
}

function placeIn(folder: string, name: string): Place {
  const place = placeOf(name)
  if (place === null) throw new Error(`${name} is no name of a folder`)
  const own = join(folder, sets, place)
  return { link: join(folder, place), own, trial: `${own}~trial` }
}

/** A file or a folder of a set, as a template may call it. */
const partOfName = /^(?!\.{1,2}$)[^\p{Cc}/\\]+$/u

/** What an archive says that would lead out of the folder of its set; undefined: nothing. */
export const strayIn = ({ manifest, files }: Archive): string | undefined =>
  placeOf(manifest.package) === null
    ? manifest.package
    : [...files.keys(), ...(manifest.base?.kept ?? [])].find((name) =>
        name.split('/').some((part) => !partOfName.test(part)),
      )

/** Values that a package runs with, and the files that were made of them. */
export interface HeldSet {
  readonly hash: string
  readonly values: Readonly<Record<string, string>>
  readonly files: ReadonlyMap<string, Buffer>
}

const pairs = z.array(z.tuple([z.string(), z.string()]))
const sumsOf = z.record(z.string(), z.string())
const sumsIn = (own: string, hash: string): string => join(own, `${hash}.sums`)
/** What each value was when it was brought. */
const valueSumsIn = (own: string, hash: string): string => join(own, `${hash}.values`)
const notesIn = (own: string, hash: string): string[] => [sumsIn(own, hash), valueSumsIn(own, hash)]
const valuesIn = (text: Buffer): Record<string, string> =>
  Object.fromEntries(pairs.parse(JSON.parse(text.toString())))
const digest = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** What a part can be laid over; null: there is nothing, or somebody has changed it. */
export function heldSet(folder: string, name: string): HeldSet | null {
  const { link, own } = placeIn(folder, name)
  try {
    const hash = basename(readlinkSync(link))
    const sums = readValue(sumsIn(own, hash), sumsOf)
    const text = readFileSync(join(own, hash, valuesFile))
    if (sums === null || digest(text) !== hash) return null
    const files = Object.entries(sums).map(([file, sum]) => {
      const bytes = readFileSync(join(own, hash, file))
      if (digest(bytes) !== sum) throw new Error(`${file} is another`)
      return [file, bytes] as const
    })
    return { hash, values: valuesIn(text), files: new Map(files) }
  } catch {
    return null
  }
}

/** All files of a set, those among them that stay as they were; null: one of these is not there. */
function filesOf({ manifest, files }: Archive, held: HeldSet | null): Map<string, Buffer> | null {
  const kept = (manifest.base?.kept ?? []).map((name) => [name, held?.files.get(name)] as const)
  const whole = new Map(files)
  for (const [name, bytes] of kept) {
    if (bytes === undefined) return null
    whole.set(name, bytes)
  }
  return whole
}

/**
 * Puts new values beside those in force, and turns the package's link to them: whoever reads them finds the
 * old ones or the new ones, never some of each. They are on trial until `keepParams` or `putBackParams`; after a power
 * cut the old ones are put back. Answers the package's folder; null: a file is not there that should have stayed.
 */
export function tryParams(folder: string, archive: Archive, held: HeldSet | null): string | null {
  const { package: name, hash } = archive.manifest
  const { link, own, trial } = placeIn(folder, name)
  const files = filesOf(archive, held)
  if (files === null) return null
  const set = join(own, hash)
  for (const [file, bytes] of files) writeWhole(join(set, file), bytes, 0o640)
  writeWhole(join(set, valuesFile), archive.text, 0o640)
  const sums = Object.fromEntries([...files].map(([file, bytes]) => [file, digest(bytes)]))
  writeWhole(sumsIn(own, hash), JSON.stringify(sums))
  writeWhole(valueSumsIn(own, hash), JSON.stringify(sumsOfValues(valuesIn(archive.text))))
  syncFolder(own)
  writeWhole(trial, setIn(link) ?? '')
  turn(link, set)
  return link
}

const sumsOfValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([pid, text]) => [pid, digest(text)]))

/** The hash of the set that a link leads to. */
function setIn(link: string): string | null {
  try {
    return basename(readlinkSync(link))
  } catch {
    return null
  }
}

function turn(link: string, set: string): void {
  const next = `${dirname(set)}~link`
  remove(next)
  symlinkSync(relative(dirname(link), set), next)
  mkdirSync(dirname(link), { recursive: true })
  moveWhole(next, link)
}

/** The new values are good: those before are no more. */
export function keepParams(folder: string, name: string): void {
  const { link, own, trial } = placeIn(folder, name)
  remove(trial)
  syncFolder(dirname(trial))
  const current = setIn(link)
  for (const old of readdirSync(own))
    if (old !== current && !old.startsWith(`${current}.`)) remove(join(own, old))
}

/** The package runs with the values before again; answers whether there were any. */
export function putBackParams(folder: string, name: string): boolean {
  const { link, own, trial } = placeIn(folder, name)
  const before = readText(trial)
  if (before === null) return false
  const tried = setIn(link)
  if (before === '') remove(link)
  else turn(link, join(own, before))
  syncFolder(dirname(link))
  remove(trial)
  syncFolder(dirname(trial))
  if (tried !== null && tried !== before) {
    for (const place of [join(own, tried), ...notesIn(own, tried)]) remove(place)
  }
  return before !== ''
}

/** Names of the packages that have something in a folder of links or sets. */
function namesIn(folder: string, ending: string): string[] {
  const list = (place: string) =>
    existsSync(place) ? readdirSync(place).filter((name) => name.endsWith(ending)) : []
  const whole = (name: string) => name.slice(0, name.length - ending.length)
  return [
    ...list(folder).map(whole),
    ...list(join(folder, documents)).map((name) => `${documentPrefix}${whole(name)}`),
  ].filter((name) => placeOf(name) !== null)
}

/** After the agent was ended, or the power failed: nobody has said that what was tried is good. */
export function putBackAll(folder: string | undefined): void {
  if (folder === undefined) return
  for (const name of namesIn(join(folder, sets), '~trial')) putBackParams(folder, name)
}

interface KnownSum {
  readonly mark: string
  readonly sum: string
}

/** Of the files that were looked at last, by path: one that looks the same is not read again. */
let knownSums: ReadonlyMap<string, KnownSum> = new Map()

/** The sum of a file; null: it is not there. */
function readSum(path: string): KnownSum | null {
  try {
    const { size, mtimeMs, ino } = statSync(path)
    const mark = `${size}/${mtimeMs}/${ino}`
    const before = knownSums.get(path)
    return before?.mark === mark ? before : { mark, sum: digest(readFileSync(path)) }
  } catch {
    return null
  }
}

/** What applications read in place of what was brought, by file: its sum, empty where it is gone. */
function exchangedIn(own: string, hash: string, looked = new Map<string, KnownSum>()) {
  const sums = readValue(sumsIn(own, hash), sumsOf) ?? {}
  return Object.entries(sums).flatMap(([file, sum]): [string, string][] => {
    const path = join(own, hash, file)
    const now = readSum(path)
    if (now) looked.set(path, now)
    return now?.sum === sum ? [] : [[file, now?.sum ?? '']]
  })
}

/**
 * What applications really run with, as heartbeats tell it: the hash of the values of each; another one
 * where somebody has changed a file that was made of them.
 */
export function heldParams(folder: string | undefined): Record<string, string> | undefined {
  if (folder === undefined) return undefined
  const looked = new Map<string, KnownSum>()
  const held = namesIn(folder, '').flatMap((name): [string, string][] => {
    const { link, own, trial } = placeIn(folder, name)
    try {
      // What is on trial is not in force yet.
      const hash = readText(trial) ?? basename(readlinkSync(link))
      if (hash === '') return []
      const values = digest(readFileSync(join(own, hash, valuesFile)))
      const exchanged = exchangedIn(own, hash, looked)
      return [[name, exchanged.length === 0 ? values : digest(JSON.stringify([values, exchanged]))]]
    } catch {
      return []
    }
  })
  knownSums = looked
  return Object.fromEntries(held.slice(0, mostToldParams))
}

/** Of each package whose values somebody has changed since they were brought, which these are. */
export function editedParams(
  folder: string | undefined,
  held: Readonly<Record<string, string>> = {},
): Record<string, string[]> {
  if (folder === undefined) return {}
  let left: number = mostToldEdits.all
  const told = Object.entries(held).flatMap(([name, hash]): [string, string[]][] => {
    const pids = editsIn(placeIn(folder, name), hash).slice(0, Math.min(left, mostToldEdits.each))
    left -= pids.length
    return pids.length === 0 ? [] : [[name, pids]]
  })
  return Object.fromEntries(told)
}

/** Parameters of a set that are not what they were, or that it had not; none where nothing can be read. */
function editsIn({ link, own, trial }: Place, told: string): string[] {
  try {
    const hash = readText(trial) ?? basename(readlinkSync(link))
    if (hash === told) return []
    const now = sumsOfValues(valuesIn(readFileSync(join(own, hash, valuesFile))))
    const before = readValue(valueSumsIn(own, hash), sumsOf) ?? now
    const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
    const byFolder = new Map(names.map((name) => [folderOf(name), name]))
    const files = exchangedIn(own, hash).flatMap(([file]) => {
      const folder = dirname(file)
      // What nothing is said of any more goes by its folder, if that may be a name.
      return byFolder.get(folder) ?? /^files\/([^/]+)$/.exec(folder)?.[1] ?? []
    })
    const changed = names.filter((name) => before[name] !== now[name])
    const isPid = (name: string) => isName.safeParse(name).data === name
    return [...new Set([...changed, ...files])].filter(isPid).toSorted()
  } catch {
    return []
  }
}

const isName = pid()

/** Where the file of a parameter lies. */
const folderOf = (name: string): string => dirname(pathOfParamFile(name, { name: 'file' }))
