import { Cursor } from '../cursor.ts'
import { PackageFault } from '../fault.ts'
import type { Scheme } from '../report.ts'
import type { Archive } from '../zip/archive.ts'

const ids: Readonly<Record<number, Scheme>> = {
  0x7109871a: 'V2',
  0xf05368c0: 'V3',
  0x1b93ad61: 'V3_1',
}
const mostBytes = 16 * 1024 ** 2
const [frameBytes, footBytes] = [8, 24]

/** What the signing block between the files and the table of contents holds of each scheme. */
export function readSigningBlock({ file, sections }: Archive): ReadonlyMap<Scheme, Buffer> {
  const { blockFrom, directoryFrom } = sections
  const found = new Map<Scheme, Buffer>()
  if (blockFrom === directoryFrom) return found
  const bytes = directoryFrom - blockFrom
  const fault = () => new PackageFault('verify.signature.block')
  if (bytes > mostBytes) throw fault()
  const block = new Cursor(file.read(blockFrom, bytes), fault)
  if (block.u64() !== bytes - frameBytes) throw fault()
  const pairs = block.part(frameBytes, bytes - footBytes)
  while (pairs.left > 0) {
    const length = pairs.u64()
    if (length < 4) throw fault()
    const scheme = ids[pairs.u32()]
    const content = pairs.take(length - 4)
    // Of two of a scheme, Android takes the first.
    if (scheme && !found.has(scheme)) found.set(scheme, content)
  }
  return found
}
