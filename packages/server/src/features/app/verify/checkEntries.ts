import { createHash } from 'node:crypto'
import { PackageFault } from './fault.ts'
import type { JarDigest } from './jar/jarDigests.ts'
import type { Archive } from './zip/archive.ts'
import { unpack } from './zip/unpack.ts'

/** Unpacks every file of a package once: each must be whole, and digest to what was signed. */
export async function checkEntries(
  archive: Archive,
  digests: ReadonlyMap<string, readonly JarDigest[]>,
): Promise<void> {
  for (const entry of archive.entries.values()) {
    const wanted = digests.get(entry.name) ?? []
    const hashes = wanted.map(({ hash, value }) => ({ value, sum: createHash(hash) }))
    // One file after the other: each may fill the memory that a package is given.
    await unpack(archive, entry, (part) => {
      for (const { sum } of hashes) sum.update(part)
    })
    if (!hashes.every(({ value, sum }) => sum.digest().equals(value)))
      throw new PackageFault('verify.v1.digest', { name: entry.name })
  }
}
