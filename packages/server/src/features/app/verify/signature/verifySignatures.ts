import { PackageFault } from '../fault.ts'
import { type JarSignature, verifyJar } from '../jar/verifyJar.ts'
import type { Scheme } from '../report.ts'
import type { Archive } from '../zip/archive.ts'
import type { DigestKind } from './algorithms.ts'
import type { Certificate } from './certificate.ts'
import { contentDigests } from './contentDigest.ts'
import type { Lineage } from './lineage.ts'
import { readSchemeThree, type SchemeThree } from './schemeThree.ts'
import { readSchemeTwo } from './schemeTwo.ts'
import type { Signer } from './signer.ts'
import { readSigningBlock } from './signingBlock.ts'

/** The Android versions that came with a scheme, and those that ask for more. */
const since = { V2: 24, V3: 28, V3_1: 33, sandbox: 2, target: 30 }

interface Said {
  readonly minSdk: number
  readonly targetSdk: number
  readonly sandboxVersion: number
}

export interface Signatures {
  readonly schemes: readonly Scheme[]
  readonly signers: readonly Certificate[]
  readonly lineage: Lineage
  /** What scheme 1 says of each file, where some Android version goes by it. */
  readonly jar: JarSignature | null
}

/**
 * Checks all signatures that some Android version from the package's oldest on goes by, as each
 * would: each scheme must be right that is there, and all must come from the same signer.
 */
export function verifySignatures(archive: Archive, said: Said): Signatures {
  const { minSdk } = said
  const blocks = readSigningBlock(archive)
  const newer = readThree(blocks, 'V3_1', { minSdk, rotationFrom: null })
  if (newer && !blocks.has('V3'))
    throw new PackageFault('verify.signature.stripped', { missing: 'V3' })
  const three = readThree(blocks, 'V3', { minSdk, rotationFrom: newer?.from ?? null })
  const found = [...(newer ? ['V3_1' as const] : []), ...(three ? ['V3' as const] : [])]
  const blockTwo = minSdk < since.V3 || found.length === 0 ? blocks.get('V2') : undefined
  const two = blockTwo && readSchemeTwo(blockTwo, Math.max(minSdk, since.V2), found)
  checkContents(archive, [
    { scheme: 'V3_1', signers: newer?.signers },
    { scheme: 'V3', signers: three?.signers },
    { scheme: 'V2', signers: two },
  ])
  const inBlock: readonly Scheme[] = [...found, ...(two ? ['V2' as const] : [])]
  if (said.sandboxVersion >= since.sandbox && inBlock.length === 0) throw tooOld(said)
  const needsJar = minSdk < since.V2 || inBlock.length === 0
  const jar = needsJar ? verifyJar(archive, { minSdk, found: inBlock }) : null
  const lineage = newer?.lineage.length ? newer.lineage : (three?.lineage ?? [])
  checkAgreement({ newer, three, two, jar, lineage })
  if (said.targetSdk >= since.target && inBlock.length === 0) throw tooOld(said)
  return {
    schemes: [...(jar ? ['V1' as const] : []), ...inBlock.toReversed()],
    signers: signersOf({ newer, three, two, jar }),
    lineage,
    jar,
  }
}

const tooOld = ({ targetSdk }: Said) => new PackageFault('verify.signature.tooOld', { targetSdk })

function readThree(
  blocks: ReadonlyMap<Scheme, Buffer>,
  scheme: 'V3' | 'V3_1',
  { minSdk, rotationFrom }: { readonly minSdk: number; readonly rotationFrom: number | null },
): SchemeThree | null {
  const block = blocks.get(scheme)
  if (!block) return null
  return readSchemeThree(block, { scheme, minSdk: Math.max(minSdk, since[scheme]), rotationFrom })
}

interface Signed {
  readonly scheme: Scheme
  readonly signers: readonly Signer[] | undefined
}

/** Digests the whole package once, and compares with what each signer says. */
function checkContents(archive: Archive, all: readonly Signed[]): void {
  const kinds = all.flatMap(({ signers = [] }) => signers.flatMap((one) => one.kinds))
  const actual = contentDigests(archive, new Set(kinds))
  for (const { scheme, signers = [] } of all) {
    const own = new Set<DigestKind>(signers.flatMap((one) => one.kinds))
    const wanted = signers.flatMap(({ digests }) => digests.filter(({ kind }) => own.has(kind)))
    if (!wanted.every(({ kind, value }) => actual.get(kind)?.equals(value)))
      throw new PackageFault('verify.signature.content', { scheme })
  }
}

interface All {
  readonly newer: SchemeThree | null
  readonly three: SchemeThree | null
  readonly two: readonly Signer[] | undefined
  readonly jar: JarSignature | null
}

const certificatesOf = (signers: readonly Signer[]) => signers.map(({ certificate }) => certificate)

/** Of the newest scheme; of a changed key, whoever signs for the newest Android. */
function signersOf({ newer, three, two, jar }: All): readonly Certificate[] {
  const newest = (newer ?? three)?.signers.at(-1)
  return newest ? [newest.certificate] : two ? certificatesOf(two) : (jar?.signers ?? [])
}

/** Older schemes know no change of keys: who signed by them must be the first of the newer ones. */
function checkAgreement({ three, two, jar, lineage }: All & { readonly lineage: Lineage }): void {
  if (jar && two && !isSameSet(jar.signers, certificatesOf(two)))
    throw new PackageFault('verify.signature.disagree', { scheme: 'V1', other: 'V2' })
  const [scheme, older] = jar
    ? (['V1', jar.signers] as const)
    : (['V2', certificatesOf(two ?? [])] as const)
  if (!three || older.length === 0) return
  const first =
    lineage[0] ?? (three.signers.length === 1 ? three.signers[0]?.certificate : undefined)
  const [own, ...others] = older
  if (others.length > 0 || !own || !first?.raw.equals(own.raw))
    throw new PackageFault('verify.signature.disagree', { scheme, other: 'V3' })
}

const isSameSet = (some: readonly Certificate[], others: readonly Certificate[]) =>
  some.every(({ raw }) => others.some((other) => other.raw.equals(raw))) &&
  others.every(({ raw }) => some.some((other) => other.raw.equals(raw)))
