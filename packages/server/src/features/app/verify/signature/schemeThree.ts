import { Cursor } from '../cursor.ts'
import { PackageFault } from '../fault.ts'
import { type Lineage, longestOf, readLineage } from './lineage.ts'
import { newest, readSigner, type Signer } from './signer.ts'

const attributeIds = { lineage: 0x3ba06f8c, rotationFrom: 0x559f8b02, preview: 0xc2a6b3ba }

export interface SchemeThree {
  /** By the Android versions that they are for, oldest first. */
  readonly signers: readonly Signer[]
  readonly lineage: Lineage
  /** The first Android version that it is for. */
  readonly from: number
}

interface Wanted {
  readonly scheme: 'V3' | 'V3_1'
  /** The oldest Android version that the package is for and that knows the scheme. */
  readonly minSdk: number
  /** From here on scheme 3.1 holds; `null` where it is not there. */
  readonly rotationFrom: number | null
}

export function readSchemeThree(block: Buffer, wanted: Wanted): SchemeThree {
  const { scheme, rotationFrom } = wanted
  const fault = () => new PackageFault('verify.signature.broken', { scheme })
  const list = new Cursor(block, fault).inner()
  const signers: Signer[] = []
  while (list.left > 0) signers.push(readSigner(list.inner(), { scheme, minSdk: wanted.minSdk }))
  if (signers.length === 0) throw fault()
  const read = signers.map((signer) => ({ signer, lineage: lineageOf(signer, wanted) }))
  const sorted = read.toSorted((a, b) => a.signer.maxSdk - b.signer.maxSdk)
  const versions = new PackageFault('verify.signature.versions', { scheme })
  const from = sorted[0]?.signer.minSdk ?? newest
  const to = sorted.at(-1)?.signer.maxSdk ?? 0
  if (!sorted.every(({ signer }, at) => at === 0 || follows(signer, sorted[at - 1]?.signer)))
    throw versions
  if (from > wanted.minSdk || to < (rotationFrom === null ? newest : rotationFrom - 1))
    throw versions
  const lineages = sorted.map(({ lineage }) => lineage).filter((one) => one.length > 0)
  if (lineages.some((one, at) => at > 0 && one.length < (lineages[at - 1]?.length ?? 0)))
    throw new PackageFault('verify.signature.lineage')
  return { signers: sorted.map(({ signer }) => signer), lineage: longestOf(lineages), from }
}

/** No version may have two signers or none, but for one that is a preview of the next. */
function follows({ minSdk, attributes }: Signer, before: Signer | undefined): boolean {
  const isPreview = attributes.some(({ id }) => id === attributeIds.preview)
  return minSdk === (before?.maxSdk ?? 0) + 1 || (isPreview && minSdk === before?.maxSdk)
}

/** Checks what a signer says beside its digests: how its key was changed, and that 3.1 is there. */
function lineageOf({ attributes, certificate }: Signer, { scheme, rotationFrom }: Wanted): Lineage {
  const lineages = attributes.flatMap(({ id, value }) => {
    if (id === attributeIds.rotationFrom && scheme === 'V3') checkRotation(value, rotationFrom)
    return id === attributeIds.lineage ? [readLineage(value)] : []
  })
  for (const lineage of lineages)
    if (!lineage.at(-1)?.raw.equals(certificate.raw))
      throw new PackageFault('verify.signature.lineage')
  return lineages.at(-1) ?? []
}

function checkRotation(value: Buffer, rotationFrom: number | null): void {
  const fault = () => new PackageFault('verify.signature.stripped', { missing: 'V3_1' })
  if (new Cursor(value, fault).u32() !== rotationFrom) throw fault()
}
