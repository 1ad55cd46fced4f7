import { createCipheriv, createHash, hkdfSync } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { canonicalParams, type FrozenTemplate, type ParamManifest } from '@muster/contract'
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

/** A file as the application finds it, below its own folder. */
interface ArchivedFile {
  readonly name: string
  readonly encoding: FrozenTemplate['files'][number]['encoding']
  readonly text: string
}

/** The files that a template makes of values. */
export const filesOf = (
  template: FrozenTemplate,
  values: Readonly<Record<string, string>>,
): ArchivedFile[] =>
  outputFiles(template, new Map(Object.entries(values))).map(({ file, text }) => ({
    name: file.path === '' ? file.fileName : `${file.path}/${file.fileName}`,
    encoding: file.encoding,
    text,
  }))

/** The same bytes for the same values: neither a clock nor a compressor is in them. */
const entry = {
  mtime: new Date(Date.UTC(2000, 0, 1)),
  mode: 0o100600,
  compress: false,
  forceDosTimestamp: true,
} as const

/**
 * A ZIP archive with `manifest.json`, `values.json` (what the hash is of) and the files.
 * Where a part of it is secret, all but the manifest is encrypted for the terminal.
 */
export async function archiveOf(what: Archived): Promise<Buffer> {
  const { files, values, secret, isSecret } = what
  const parts = [
    { name: 'values.json', encoding: 'UTF-8', bytes: Buffer.from(canonicalParams(values)) },
    ...files.map(({ name, encoding, text }) => ({
      name,
      encoding,
      bytes: encoded(text, encoding),
    })),
  ].map(({ name, encoding, bytes }, at) => {
    const sha256 = createHash('sha256').update(bytes).digest()
    const held = isSecret ? encrypted(bytes, { secret, sha256, pkg: what.package }) : bytes
    // Names may be anything: within the archive they are numbers.
    const file = at === 0 ? name : `files/${at}`
    return {
      told: { file, name, encoding, sha256: sha256.toString('hex'), size: bytes.length },
      held,
    }
  })
  const manifest: ParamManifest = {
    package: what.package,
    rev: what.revision,
    hash: what.hash,
    encrypted: isSecret,
    ...(what.base && { base: what.base }),
    files: parts.map(({ told }) => told),
  }
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json', entry)
  for (const { told, held } of parts) zip.addBuffer(held, told.file, entry)
  zip.end()
  return buffer(zip.outputStream)
}

function encoded(text: string, encoding: FrozenTemplate['files'][number]['encoding']): Buffer {
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
