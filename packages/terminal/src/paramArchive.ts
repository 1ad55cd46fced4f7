import { createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type ParamManifest, paramManifest } from '@muster/contract'
import * as z from 'zod/mini'
import { fromBufferPromise } from 'yauzl'

/** What a terminal finds in the archive that it has fetched. */
export interface ReadArchive {
  readonly manifest: ParamManifest
  readonly values: Readonly<Record<string, string>>
  /** `values.json` as it came: what the manifest's hash is of. */
  readonly text: Buffer
  /** What the application finds, by name. */
  readonly files: ReadonlyMap<string, Buffer>
}

const pairs = z.array(z.tuple([z.string(), z.string()]))

/** Opens and proves an archive; throws where anything in it is not what its manifest says. */
export async function readArchive(bytes: Buffer, secret: string): Promise<ReadArchive> {
  const parts = await unpacked(bytes)
  const manifest = paramManifest.parse(JSON.parse(String(parts.get('manifest.json'))))
  const files = new Map<string, Buffer>()
  for (const { file, name, sha256, size } of manifest.files) {
    const held = parts.get(file) ?? Buffer.alloc(0)
    const plain = manifest.encrypted
      ? opened(held, { secret, sha256, pkg: manifest.package })
      : held
    const isRight = plain.length === size && digest(plain) === sha256
    if (!isRight) throw new Error(`${name} is not what the manifest says`)
    files.set(name, plain)
  }
  const told = files.get('values.json') ?? Buffer.alloc(0)
  if (digest(told) !== manifest.hash) throw new Error('the values are not those of the hash')
  files.delete('values.json')
  const values = Object.fromEntries(pairs.parse(JSON.parse(String(told))))
  return { manifest, files, values, text: told }
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function unpacked(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes)
  const parts = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
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
