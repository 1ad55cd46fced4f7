import { PackageFault } from '../fault.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
const mostLength = 64 * 1024

/** A text of people inside a package; one with NUL is none, and could not be kept. */
export function plainText(bytes: Buffer): string {
  if (bytes.length > mostLength || bytes.includes(0)) throw new PackageFault('verify.linux.damaged')
  try {
    return decoder.decode(bytes)
  } catch {
    throw new PackageFault('verify.linux.damaged')
  }
}
