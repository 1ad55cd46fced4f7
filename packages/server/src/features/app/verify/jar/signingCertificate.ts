import { BitString, Boolean as BooleanBlock } from 'asn1js'
import type { BaseBlock } from 'asn1js'
import { idOf, integerOf, isTagged, octetsOf, partsOf, rawOf, readDer } from './der.ts'

/** What a certificate says that a signature block names it by, and whether it may sign at all. */
export interface SigningCertificate {
  readonly raw: Buffer
  readonly issuer: Buffer
  readonly serial: bigint
  readonly maySign: boolean
}

const keyUsageId = '2.5.29.15'
/** Extensions that are understood: one that is not, but is marked as critical, forbids the use. */
const known = new Set([
  '2.5.29.14',
  keyUsageId,
  '2.5.29.17',
  '2.5.29.18',
  '2.5.29.19',
  '2.5.29.30',
  '2.5.29.31',
  '2.5.29.32',
  '2.5.29.33',
  '2.5.29.35',
  '2.5.29.36',
  '2.5.29.37',
  '2.5.29.54',
])

export function readSigningCertificate(raw: Buffer): SigningCertificate {
  const parts = partsOf(partsOf(readDer(raw))[0])
  const [serial, , issuer] = isTagged(parts[0], 0) ? parts.slice(1) : parts
  const tagged = parts.find((part) => isTagged(part, 3))
  const extensions = tagged ? partsOf(partsOf(tagged)[0]) : []
  return {
    raw,
    serial: integerOf(serial),
    issuer: rawOf(issuer),
    maySign: extensions.every(allows),
  }
}

/** Digital signature or non-repudiation: the first two bits. */
const signing = 0xc0

function allows(extension: BaseBlock): boolean {
  const [idBlock, ...rest] = partsOf(extension)
  const id = idOf(idBlock)
  const isCritical = rest[0] instanceof BooleanBlock && rest[0].getValue()
  if (isCritical && !known.has(id)) return false
  if (id !== keyUsageId) return true
  const usage = readDer(octetsOf(rest.at(-1)))
  if (!(usage instanceof BitString)) return false
  return ((usage.valueBlock.valueHexView[0] ?? 0) & signing) !== 0
}
