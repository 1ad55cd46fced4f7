import { createHash } from 'node:crypto'
import { PackageFault } from '../fault.ts'
import type { Archive } from '../zip/archive.ts'
import type { DigestKind } from './algorithms.ts'
import { PageTree } from './pageTree.ts'

const pageBytes = 4096
/** Where the end record has the place of the table of contents. */
const directoryField = 16

type Take = (part: Buffer) => void

interface Digester {
  readonly take: Take
  readonly digest: () => Buffer
}

/** Digests a package but for its signing block, in one pass for all of these kinds. */
export function contentDigests(
  archive: Archive,
  kinds: ReadonlySet<DigestKind>,
): ReadonlyMap<DigestKind, Buffer> {
  if (kinds.size === 0) return new Map()
  if (kinds.has('VERITY') && !isOnPages(archive)) throw new PackageFault('verify.signature.block')
  const digesters = new Map([...kinds].map((kind) => [kind, digesterOf(kind)] as const))
  readSections(archive, (part) => {
    for (const { take } of digesters.values()) take(part)
  })
  return new Map([...digesters].map(([kind, { digest }]) => [kind, digest()]))
}

/** A tree of pages wants the signing block to begin and to end at one. */
const isOnPages = ({ sections: { blockFrom, directoryFrom } }: Archive) =>
  blockFrom % pageBytes === 0 && directoryFrom % pageBytes === 0

/**
 * The files, the table of contents, and the end record, which is digested as if the signing block
 * were not there. Each begins a part of its own.
 */
function readSections({ file, sections }: Archive, take: Take): void {
  const { blockFrom, directoryFrom, endFrom } = sections
  file.eachPart(0, blockFrom, take)
  file.eachPart(directoryFrom, endFrom, take)
  const end = file.read(endFrom, file.bytes - endFrom)
  end.writeUInt32LE(blockFrom, directoryField)
  take(end)
}

const digesterOf = (kind: DigestKind): Digester =>
  kind === 'VERITY' ? new PageTree() : inParts(kind === 'SHA256' ? 'sha256' : 'sha512')

/** The digest of the parts' digests, with marks that tell one from the other. */
function inParts(hash: string): Digester {
  const digests: Buffer[] = []
  return {
    take: (part) => digests.push(marked(hash, 0xa5, part.length).update(part).digest()),
    digest: () => {
      const whole = marked(hash, 0x5a, digests.length)
      for (const digest of digests) whole.update(digest)
      return whole.digest()
    },
  }
}

function marked(hash: string, mark: number, count: number) {
  const head = Buffer.alloc(5)
  head.writeUInt8(mark)
  head.writeUInt32LE(count, 1)
  return createHash(hash).update(head)
}
