import { Cursor } from '../cursor.ts'
import { PackageFault } from '../fault.ts'
import type { Scheme } from '../report.ts'
import { algorithmOf, checkedOnes, type DigestKind, isRight, publicKeyOf } from './algorithms.ts'
import { type Certificate, readCertificate } from './certificate.ts'

/** A signer of schemes 2 and newer, whose signature over what it says is right. */
export interface Signer {
  readonly certificate: Certificate
  /** What the content of the package must digest to, by those kinds that some Android checks. */
  readonly digests: readonly { readonly kind: DigestKind; readonly value: Buffer }[]
  readonly kinds: readonly DigestKind[]
  readonly attributes: readonly { readonly id: number; readonly value: Buffer }[]
  /** The Android versions that it is for. */
  readonly minSdk: number
  readonly maxSdk: number
}

interface Wanted {
  readonly scheme: Scheme
  /** The oldest Android version that looks at signatures of scheme 2. */
  readonly minSdk: number
}

export function readSigner(from: Cursor, { scheme, minSdk }: Wanted): Signer {
  const hasVersions = scheme !== 'V2'
  const data = from.counted()
  const versions = hasVersions ? readVersions(from) : null
  if (versions && versions.minSdk > versions.maxSdk)
    throw new PackageFault('verify.signature.versions', { scheme })
  const signatures = readNumbered(from.inner())
  const key = from.counted()
  checkSignatures(data, { signatures, key, scheme, minSdk: versions?.minSdk ?? minSdk })
  const said = new Cursor(data, () => new PackageFault('verify.signature.broken', { scheme }))
  const digests = readNumbered(said.inner())
  const certificate = readCertificates(said.inner(), scheme)
  if (versions) {
    const signed = readVersions(said)
    if (signed.minSdk !== versions.minSdk || signed.maxSdk !== versions.maxSdk)
      throw new PackageFault('verify.signature.versions', { scheme })
  }
  if (!key.equals(certificate.key.export({ format: 'der', type: 'spki' })))
    throw new PackageFault('verify.signature.certificate', { scheme })
  if (String(digests.map(({ id }) => id)) !== String(signatures.map(({ id }) => id)))
    throw new PackageFault('verify.signature.broken', { scheme })
  return {
    certificate,
    digests: digests.flatMap(({ id, value }) => {
      const algorithm = algorithmOf(id)
      return algorithm ? [{ kind: algorithm.digest, value }] : []
    }),
    kinds: kindsOf(signatures, versions?.minSdk ?? minSdk),
    attributes: readAttributes(said.inner()),
    minSdk: versions?.minSdk ?? minSdk,
    maxSdk: versions?.maxSdk ?? newest,
  }
}

export const newest = 0x7fffffff

function readVersions(from: Cursor) {
  const [minSdk, maxSdk] = [from.i32(), from.i32()]
  if (minSdk < 0) from.fail()
  return { minSdk, maxSdk }
}

interface Numbered {
  readonly id: number
  readonly value: Buffer
}

/** Signatures and digests: each with the number of its algorithm. */
function readNumbered(list: Cursor): readonly Numbered[] {
  const all: Numbered[] = []
  while (list.left > 0) {
    const one = list.inner()
    all.push({ id: one.u32(), value: one.counted() })
  }
  return all
}

function readAttributes(list: Cursor): readonly Numbered[] {
  const all: Numbered[] = []
  while (list.left > 0) {
    const one = list.inner()
    all.push({ id: one.u32(), value: one.take(one.left) })
  }
  return all
}

const known = (signatures: readonly Numbered[]) =>
  signatures.flatMap(({ id, value }) => {
    const algorithm = algorithmOf(id)
    return algorithm ? [{ algorithm, value }] : []
  })

const kindsOf = (signatures: readonly Numbered[], minSdk: number): readonly DigestKind[] =>
  (checkedOnes(known(signatures), minSdk) ?? []).map(({ algorithm }) => algorithm.digest)

interface Claim {
  readonly signatures: readonly Numbered[]
  readonly key: Buffer
  readonly scheme: Scheme
  readonly minSdk: number
}

/** Each signature that some Android version would check must be right. */
function checkSignatures(data: Buffer, { signatures, key, scheme, minSdk }: Claim): void {
  if (signatures.length === 0) throw new PackageFault('verify.signature.broken', { scheme })
  const checked = checkedOnes(known(signatures), minSdk)
  if (!checked) throw new PackageFault('verify.signature.algorithm', { scheme })
  for (const { algorithm, value } of checked) {
    const publicKey = publicKeyOf(key, algorithm.keyType)
    if (!publicKey || !isRight({ data, signature: value }, algorithm, publicKey))
      throw new PackageFault('verify.signature.wrong', { scheme })
  }
}

/** The signer's own certificate; those behind it must be readable, too. */
function readCertificates(list: Cursor, scheme: Scheme): Certificate {
  const all: Certificate[] = []
  while (list.left > 0) {
    const certificate = readCertificate(list.counted())
    if (!certificate) throw new PackageFault('verify.signature.broken', { scheme })
    all.push(certificate)
  }
  const [own] = all
  if (!own) throw new PackageFault('verify.signature.broken', { scheme })
  return own
}
