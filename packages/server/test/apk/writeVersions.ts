// node packages/server/test/apk/writeVersions.ts <folder> <code>=<name> …
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { blockIds, blockThree, makeSigner, newest, withBlock } from './ownSigner.ts'
import { putTogether, takeApart, type ZipEntry } from './zipParts.ts'

/** A package that Android's own tools built: org.muster.small 1.2.3, version code 7. */
const base = join(import.meta.dirname, 'bases', 'v3.apk')
const built = { code: 7, name: '1.2.3' }

interface Version {
  readonly code: number
  readonly name: string
}

const integer = (value: number): Buffer => {
  const bytes = Buffer.from([8, 0, 0, 0x10, 0, 0, 0, 0])
  bytes.writeInt32LE(value, 4)
  return bytes
}

/** The manifest with another version; its name must be as long as the one that was built. */
function rewritten({ name, local, central }: ZipEntry, version: Version): ZipEntry {
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

/** Writes versions of one application, signed by one key: real packages, each with its own number and name. */
async function writeVersions(folder: string, versions: readonly Version[]): Promise<void> {
  const { entries } = takeApart(readFileSync(base))
  const signer = await makeSigner('Reed Apps')
  const nothing = Buffer.alloc(0)
  for (const version of versions) {
    const changed = entries.map((entry) =>
      entry.name === 'AndroidManifest.xml' ? rewritten(entry, version) : entry,
    )
    const parts = { entries: changed, gap: nothing, pairs: null, comment: nothing }
    const unsigned = putTogether(parts)
    const value = blockThree(unsigned, [{ signer, minSdk: 28, maxSdk: newest }])
    const bytes = withBlock(unsigned, [{ id: blockIds.three, value }])
    writeFileSync(join(folder, `${version.name}.apk`), bytes)
  }
}

const [folder = '', ...versions] = process.argv.slice(2)
await writeVersions(
  folder,
  versions.map((one) => {
    const [code, name = ''] = one.split('=')
    return { code: Number(code), name }
  }),
)
