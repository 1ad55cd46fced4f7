import { createHash, verify } from 'node:crypto'
import { PackageFault } from '../fault.ts'
import { type Certificate, readCertificate } from '../signature/certificate.ts'
import { type BlockAlgorithm, blockAlgorithm } from './blockAlgorithms.ts'
import { type BlockSigner, readSignatureBlock, type SignatureBlock } from './signatureBlock.ts'
import { readSigningCertificate } from './signingCertificate.ts'

/** Android 7: from here on each signature of a block is tried, before it only the first. */
const allAreTried = 24
/** Android 4.4: before it, signed attributes protected nothing. */
const attributesHold = 19

interface Signed {
  /** The name of the block inside the package. */
  readonly name: string
  readonly block: Buffer
  readonly file: Buffer
  readonly minSdk: number
}

/** The certificate of whoever signed a signature file; its chain and its dates are nobody's concern. */
export function verifyBlock(signed: Signed): Certificate {
  const { name, minSdk } = signed
  const fault = new PackageFault('verify.v1.block', { name })
  const block = unlessBroken(() => readSignatureBlock(signed.block), fault)
  const tried = minSdk < allAreTried ? block.signers.slice(0, 1) : block.signers
  for (const signer of tried) {
    const algorithm = blockAlgorithm(signer.digestId, signer.signatureId, minSdk)
    if (!algorithm) throw new PackageFault('verify.v1.algorithm', { name })
    const raw = unlessBroken(() => certificateOf(block, signer), fault)
    const certificate = raw && readCertificate(raw)
    if (!certificate) throw fault
    if (signer.attributes && minSdk < attributesHold) throw fault
    if (holds(signed.file, { block, signer, algorithm, certificate })) return certificate
  }
  throw fault
}

/** The bytes of the certificate that a signature names; `null` where it is not there or may not sign. */
function certificateOf({ certificates }: SignatureBlock, signer: BlockSigner): Buffer | null {
  const named = certificates
    .map(readSigningCertificate)
    .find(({ issuer, serial }) => serial === signer.serial && issuer.equals(signer.issuer))
  return named?.maySign ? named.raw : null
}

interface Found {
  readonly block: SignatureBlock
  readonly signer: BlockSigner
  readonly algorithm: BlockAlgorithm
  readonly certificate: Certificate
}

function holds(file: Buffer, { block, signer, algorithm, certificate }: Found): boolean {
  const { attributes, signature } = signer
  const { hash, keyType } = algorithm
  if (certificate.key.asymmetricKeyType !== keyType) return false
  if (attributes) {
    const digest = createHash(hash).update(file).digest()
    const isSame = attributes.messageDigest?.equals(digest) ?? false
    if (!isSame || attributes.contentType !== block.contentType) return false
  }
  try {
    return verify(hash, attributes?.signed ?? file, certificate.key, signature)
  } catch {
    return false
  }
}

/** The block comes from outside, and its reader throws what it likes. */
function unlessBroken<T>(read: () => T, fault: PackageFault): T {
  try {
    return read()
  } catch {
    throw fault
  }
}
