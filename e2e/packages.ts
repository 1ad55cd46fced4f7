import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import {
  blockIds,
  blockThree,
  makeSigner,
  newest,
  withBlock,
} from '../packages/server/test/apk/ownSigner.ts'
import { putTogether, takeApart, type ZipEntry } from '../packages/server/test/apk/zipParts.ts'

/** A package that Android's own tools built: org.muster.small 1.2.3, version code 7. */
const base = fileURLToPath(new URL('../packages/server/test/apk/bases/v3.apk', import.meta.url))
const built = { code: 7, name: '1.2.3' }

/** Versions of one application, signed by one key: real packages, each with its own number and name. */
export async function versionsOf(
  versions: readonly { readonly code: number; readonly name: string }[],
): Promise<readonly Buffer[]> {
  const { entries } = takeApart(readFileSync(base))
  const signer = await makeSigner('Reed Apps')
  return versions.map((version) => {
    const changed = entries.map((entry) =>
      entry.name === 'AndroidManifest.xml' ? rewritten(entry, version) : entry,
    )
    const unsigned = putTogether({
      entries: changed,
      gap: Buffer.alloc(0),
      pairs: null,
      comment: Buffer.alloc(0),
    })
    const value = blockThree(unsigned, [{ signer, minSdk: 28, maxSdk: newest }])
    return withBlock(unsigned, [{ id: blockIds.three, value }])
  })
}

const integer = (value: number): Buffer => {
  const bytes = Buffer.from([8, 0, 0, 0x10, 0, 0, 0, 0])
  bytes.writeInt32LE(value, 4)
  return bytes
}

/** The manifest with another version; its name must be as long as the one that was built. */
function rewritten({ name, local, central }: ZipEntry, version: typeof built): ZipEntry {
  const from = 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  const manifest = inflateRawSync(local.subarray(from))
  integer(version.code).copy(manifest, manifest.indexOf(integer(built.code)))
  const title = Buffer.from(version.name, 'utf16le')
  title.copy(manifest, manifest.indexOf(Buffer.from(built.name, 'utf16le')))
  const packed = deflateRawSync(manifest)
  const sizes = (head: Buffer, at: number) => {
    const changed = Buffer.from(head)
    changed.writeUInt32LE(crc32(manifest), at)
    changed.writeUInt32LE(packed.length, at + 4)
    return changed
  }
  const head = sizes(local.subarray(0, from), 14)
  return { name, local: Buffer.concat([head, packed]), central: sizes(central, 16) }
}
