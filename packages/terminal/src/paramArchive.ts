import { createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { canonicalParams, type ParamManifest, paramManifest } from '@muster/contract/protocol'
import * as z from 'zod/mini'
import { fromBufferPromise } from 'yauzl'

type Values = Readonly<Record<string, string>>

/** What a terminal finds in the archive that it has fetched. */
export interface ReadArchive {
  readonly manifest: ParamManifest
  readonly values: Values
  /** All values as `values.json` says them: what the manifest's hash is of. */
  readonly text: Buffer
  /** What the application finds, by name. */
  readonly files: ReadonlyMap<string, Buffer>
}

const pairs = z.array(z.tuple([z.string(), z.string()]))

/**
 * Opens and proves an archive; throws where anything in it is not what its manifest says. A part is laid over what
 * the terminal holds; where that does not make what its hash says, the terminal asks for the whole.
 */
export async function readArchive(
  bytes: Buffer,
  secret: string,
  held: Values | null = null,
): Promise<ReadArchive> {
  const parts = await unpacked(bytes)
  const manifest = paramManifest().parse(JSON.parse(String(parts.get('manifest.json'))))
  const files = new Map<string, Buffer>()
  for (const { file, name, sha256, size } of manifest.files) {
    const packed = parts.get(file) ?? Buffer.alloc(0)
    const plain = manifest.encrypted
      ? opened(packed, { secret, sha256, pkg: manifest.package })
      : packed
    const isRight = plain.length === size && digest(plain) === sha256
    if (!isRight) throw new Error(`${name} is not what the manifest says`)
    files.set(name, plain)
  }
  const told = files.get('values.json') ?? Buffer.alloc(0)
  files.delete('values.json')
  const read = manifest.base ? laidOver(held, told, manifest.base.gone) : told
  if (digest(read) !== manifest.hash) throw new Error('the values are not those of the hash')
  return { manifest, files, values: valuesIn(read), text: read }
}

const valuesIn = (text: Buffer): Values => Object.fromEntries(pairs.parse(JSON.parse(String(text))))

/** All values as they are once a part is laid over those that are held. */
function laidOver(held: Values | null, part: Buffer, gone: readonly string[]): Buffer {
  const left = Object.entries(held ?? {}).filter(([pid]) => !gone.includes(pid))
  return Buffer.from(canonicalParams({ ...Object.fromEntries(left), ...valuesIn(part) }))
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Bytes that a terminal takes of an archive, packed and unpacked: twenty files of 4 MB and ten of 2 MB, and some more. */
export const mostArchiveBytes = 128 * 1024 * 1024
/** Files of an archive: those of a template, those that are values, and what says what they are. */
const mostEntries = 64

async function unpacked(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes)
  if (zip.entryCount > mostEntries) throw new Error(`the archive has ${zip.entryCount} files`)
  const parts = new Map<string, Buffer>()
  let size = 0
  for await (const entry of zip.eachEntry()) {
    // No more comes of it than it says: that ends the reading.
    size += entry.uncompressedSize
    if (size > mostArchiveBytes)
      throw new Error(`the archive has more than ${mostArchiveBytes} bytes`)
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return parts
}

interface Sealed {
  readonly secret: string
  readonly sha256: string
  readonly pkg: string
}

/** What was encrypted for this terminal; docs/device-protocol.md says how. */
function opened(held: Buffer, { secret, sha256, pkg }: Sealed): Buffer {
  const [own, salt] = [Buffer.from(secret, 'base64url'), Buffer.from(sha256, 'hex')]
  const made = Buffer.from(hkdfSync('sha256', own, salt, `muster param ${pkg}`, 44))
  const cipher = createDecipheriv('aes-256-gcm', made.subarray(0, 32), made.subarray(32))
  cipher.setAuthTag(held.subarray(-16))
  return Buffer.concat([cipher.update(held.subarray(0, -16)), cipher.final()])
}
