import { Cursor } from '../cursor.ts'
import { PackageFault } from '../fault.ts'
import type { Scheme } from '../report.ts'
import { readSigner, type Signer } from './signer.ts'

const strippingAttribute = 0xbeeff00d
const mostSigners = 10
const numbers: Readonly<Record<number, Scheme>> = { 2: 'V2', 3: 'V3' }

/** The signers of scheme 2; a newer scheme that one of them vouches for must be among `found`. */
export function readSchemeTwo(
  block: Buffer,
  minSdk: number,
  found: readonly Scheme[],
): readonly Signer[] {
  const scheme = 'V2'
  const list = new Cursor(block, () => new PackageFault('verify.signature.broken', { scheme }))
  const signers = list.inner()
  const all: Signer[] = []
  while (signers.left > 0) {
    if (all.length === mostSigners) throw new PackageFault('verify.signature.broken', { scheme })
    all.push(readSigner(signers.inner(), { scheme, minSdk }))
  }
  if (all.length === 0) throw new PackageFault('verify.signature.broken', { scheme })
  for (const { attributes } of all)
    for (const { id, value } of attributes)
      if (id === strippingAttribute) checkStripped(value, [...found, scheme])
  return all
}

function checkStripped(value: Buffer, found: readonly Scheme[]): void {
  const fault = () => new PackageFault('verify.signature.broken', { scheme: 'V2' })
  const missing = numbers[new Cursor(value, fault).u32()]
  if (missing && !found.includes(missing))
    throw new PackageFault('verify.signature.stripped', { missing })
}
