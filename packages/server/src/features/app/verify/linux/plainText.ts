import { PackageFault } from '../fault.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
const mostLength = 64 * 1024

/** A text of people inside a package. */
export function plainText(bytes: Buffer): string {
  if (bytes.length > mostLength) throw new PackageFault('verify.linux.damaged')
  try {
    return decoder.decode(bytes)
  } catch {
    throw new PackageFault('verify.linux.damaged')
  }
}
