import type { PluginBytes } from '../format/write.ts'
import { createCipheriv, createHash, hkdfSync } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import {
  canonicalParams,
  type FrozenTemplate,
  isFileType,
  type ParamManifest,
  pathOfParamFile,
  readParamFile,
} from '@muster/contract'
import { outputFiles } from '@muster/contract/param/output'
import { ZipFile } from 'yazl'

/** Values as a terminal fetches them. */
export interface Archived {
  readonly package: string
  readonly revision: number
  /** SHA-256 of the values, hexadecimal. */
  readonly hash: string
  readonly files: readonly ArchivedFile[]
  readonly values: Readonly<Record<string, string>>
  /** Whether any of the values is secret, or a secret is in it. */
  readonly isSecret: boolean
  /** The terminal's own secret: what holds secrets is for nobody else. */
  readonly secret: Buffer
  /** What it is a part over; absent: it is whole. */
  readonly base?: ParamManifest['base']
  /** Bytes of a file that is a value, by their SHA-256. */
  readonly read: (sha256: Buffer) => Promise<Buffer>
}

/** What is brought of an application. */
interface Made {
  readonly files: readonly ArchivedFile[]
  readonly values: Readonly<Record<string, string>>
}

/** What differs from what a terminal has, and what it is laid over. */
export function partOver<T extends Made>(made: T, had: Made, hash: string) {
  const isSame = (pid: string) =>
    Object.hasOwn(had.values, pid) && had.values[pid] === made.values[pid]
  const old = new Map(had.files.map((file) => [file.name, file]))
  const isKept = ({ name, encoding, text }: ArchivedFile) => {
    const before = old.get(name)
    return before?.text === text && before.encoding === encoding
  }
  return {
    ...made,
    values: Object.fromEntries(Object.entries(made.values).filter(([pid]) => !isSame(pid))),
    files: made.files.filter((file) => !isKept(file)),
    base: {
      hash,
      gone: Object.keys(had.values).filter((pid) => !Object.hasOwn(made.values, pid)),
      kept: made.files.filter(isKept).map(({ name }) => name),
    },
  }
}

type Encoding = FrozenTemplate['files'][number]['encoding']

/** A file as the application finds it, below its own folder. */
export interface ArchivedFile {
  readonly name: string
  readonly encoding: Encoding | typeof stored
  /** Of a stored file: the value that names it; of what a plug-in wrote: the SHA-256 of that. */
  readonly text: string
  /** What a plug-in wrote. */
  readonly bytes?: Buffer
}

/** What is written of values is encoded; a file that is a value, or that a plug-in wrote, is brought as it is. */
const stored = 'BINARY'

/**
 * The files that a template makes of values, and those that are values.
 * @param written those that plug-ins have written of them
 */
export const filesOf = (
  template: FrozenTemplate,
  values: Readonly<Record<string, string>>,
  written: PluginBytes = new Map(),
): ArchivedFile[] => {
  const said = new Map(Object.entries(values))
  const made = outputFiles(template, said).map(({ file, text }): ArchivedFile => {
    const name = file.path === '' ? file.fileName : `${file.path}/${file.fileName}`
    if (text !== null) return { name, encoding: file.encoding, text }
    const bytes = written.get(file.id)
    if (!bytes) throw new Error(`nobody wrote the file ${file.id}`)
    return { name, encoding: stored, text: sha256Of(bytes).toString('hex'), bytes }
  })
  const brought = template.fields.flatMap(({ pid, dataType }) => {
    const text = said.get(pid) ?? ''
    const file = isFileType(dataType) ? readParamFile(text) : null
    return file ? [{ name: pathOfParamFile(pid, file), encoding: stored, text } as const] : []
  })
  return [...made, ...brought]
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** The stored file that is brought as it is; null: it is written of values. */
export const storedIn = ({ encoding, text, bytes }: ArchivedFile) =>
  encoding === stored && !bytes ? readParamFile(text) : null

/** The same bytes for the same values: neither a clock nor a compressor is in them. */
const entry = {
  mtime: new Date(Date.UTC(2000, 0, 1)),
  mode: 0o100600,
  compress: false,
  forceDosTimestamp: true,
} as const

/**
 * A ZIP archive with `manifest.json`, `values.json` (what the hash is of) and the files, as a stream of so many bytes: of stored
 * files one at a time is in memory. Where a part of it is secret, all but the manifest is encrypted for the terminal.
 */
export function archiveOf(what: Archived): { readonly archive: Readable; readonly size: number } {
  const values = {
    name: valuesFile,
    encoding: 'UTF-8',
    text: canonicalParams(what.values),
  } as const
  const parts = [values, ...what.files].map((file, at) => partOf(what, file, at))
  const manifest: ParamManifest = {
    package: what.package,
    rev: what.revision,
    hash: what.hash,
    encrypted: what.isSecret,
    ...(what.base && { base: what.base }),
    files: parts.map(({ told }) => told),
  }
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.outputStream.pipe(out)
  zip.on('error', (error: Error) => out.destroy(error))
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json', entry)
  for (const { told, held } of parts)
    if (Buffer.isBuffer(held)) zip.addBuffer(held, told.file, entry)
    else
      zip.addReadStreamLazy(told.file, { ...entry, size: told.size + tagOf(what) }, (give) => {
        held().then(
          (bytes) => give(null, Readable.from([bytes])),
          (error: unknown) =>
            out.destroy(error instanceof Error ? error : new Error(String(error))),
        )
      })
  // Nothing is compressed, so that it is known before the first byte.
  let size = 0
  zip.end(undefined, (...[bytes = 0]: number[]) => {
    size = bytes
  })
  return { archive: out, size }
}

const valuesFile = 'values.json'

/** Bytes that a file is longer by where it is encrypted. */
const tagOf = ({ isSecret }: Archived): number => (isSecret ? 16 : 0)

/** A part of the archive as the manifest tells it, and its bytes there, or what reads them. */
function partOf(what: Archived, file: ArchivedFile, at: number) {
  const { name, encoding } = file
  const sealed = (bytes: Buffer, sha256: Buffer) =>
    what.isSecret ? encrypted(bytes, { secret: what.secret, sha256, pkg: what.package }) : bytes
  // Names may be anything: within the archive they are numbers.
  const place = { file: at === 0 ? name : `files/${at}`, name, encoding }
  const kept = storedIn(file)
  if (kept) {
    const sha256 = Buffer.from(kept.sha256, 'hex')
    const told = { ...place, sha256: kept.sha256, size: kept.size }
    return { told, held: async () => sealed(await what.read(sha256), sha256) }
  }
  const bytes = file.bytes ?? encoded(file.text, encoding)
  const sha256 = sha256Of(bytes)
  const told = { ...place, sha256: sha256.toString('hex'), size: bytes.length }
  return { told, held: sealed(bytes, sha256) }
}

function encoded(text: string, encoding: ArchivedFile['encoding']): Buffer {
  if (encoding === 'UTF-16LE') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from(text, encoding === 'ISO-8859-1' ? 'latin1' : 'utf8')
}

interface Sealing {
  readonly secret: Buffer
  readonly sha256: Buffer
  readonly pkg: string
}

/**
 * AES-256-GCM under a key of the terminal's secret for these very bytes, so that the same bytes are
 * encrypted alike and no key is used for two: nonce and key come of HKDF-SHA-256 over the secret with
 * the hash as salt. The tag stands at the end.
 */
function encrypted(bytes: Buffer, { secret, sha256, pkg }: Sealing): Buffer {
  const made = Buffer.from(hkdfSync('sha256', secret, sha256, `muster param ${pkg}`, 44))
  const cipher = createCipheriv('aes-256-gcm', made.subarray(0, 32), made.subarray(32))
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}
