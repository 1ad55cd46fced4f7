import type { BaseBlock } from 'asn1js'
import { idOf, integerOf, isTagged, octetsOf, partsOf, rawOf, readDer } from './der.ts'

const signedDataId = '1.2.840.113549.1.7.2'

/** One signature of a block, by the issuer and number of the certificate that it is checked with. */
export interface BlockSigner {
  readonly issuer: Buffer
  readonly serial: bigint
  readonly digestId: string
  readonly signatureId: string
  readonly signature: Buffer
  /** What is signed instead of the file; `null` where it is the file itself. */
  readonly attributes: SignedAttributes | null
}

export interface SignedAttributes {
  /** As they are signed. */
  readonly signed: Buffer
  readonly contentType: string | null
  readonly messageDigest: Buffer | null
}

export interface SignatureBlock {
  readonly contentType: string
  readonly certificates: readonly Buffer[]
  readonly signers: readonly BlockSigner[]
}

/** A signature block (PKCS #7) as it lies beside each signature file. Throws what asn1js throws. */
export function readSignatureBlock(bytes: Buffer): SignatureBlock {
  const [kind, wrapped] = partsOf(readDer(bytes))
  if (idOf(kind) !== signedDataId) throw new TypeError('no signed data')
  const [, , content, ...rest] = partsOf(partsOf(wrapped)[0])
  const certificates = rest.find((block) => isTagged(block, 0))
  const signers = rest.find((block) => !isTagged(block, 0) && !isTagged(block, 1))
  return {
    contentType: idOf(partsOf(content)[0]),
    certificates: certificates ? partsOf(certificates).map(rawOf) : [],
    signers: partsOf(signers).map(readSigner),
  }
}

function readSigner(block: BaseBlock): BlockSigner {
  const [, who, digest, ...rest] = partsOf(block)
  const [issuer, serial] = partsOf(who)
  const attributes = isTagged(rest[0], 0) ? rest[0] : undefined
  const [algorithm, signature] = attributes ? rest.slice(1) : rest
  return {
    issuer: rawOf(issuer),
    serial: integerOf(serial),
    digestId: idOf(partsOf(digest)[0]),
    signatureId: idOf(partsOf(algorithm)[0]),
    signature: octetsOf(signature),
    attributes: attributes ? readAttributes(attributes) : null,
  }
}

const attributeIds = { contentType: '1.2.840.113549.1.9.3', digest: '1.2.840.113549.1.9.4' }
const setTag = 0x31

function readAttributes(block: BaseBlock): SignedAttributes {
  const values = new Map(
    partsOf(block).map((attribute) => {
      const [id, set] = partsOf(attribute)
      return [idOf(id), partsOf(set)] as const
    }),
  )
  const signed = rawOf(block)
  // They are written with a tag of their place, and signed as the set that they are.
  signed.writeUInt8(setTag)
  const single = (id: string) => (values.get(id)?.length === 1 ? values.get(id)?.[0] : undefined)
  const [type, digest] = [single(attributeIds.contentType), single(attributeIds.digest)]
  return {
    signed,
    contentType: type ? idOf(type) : null,
    messageDigest: digest ? octetsOf(digest) : null,
  }
}
