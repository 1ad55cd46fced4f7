import { PackageFault } from '../fault.ts'
import { megabytesOf, type PackageLimits } from '../limits.ts'
import { hashOf, OpenFile } from '../openFile.ts'
import type { PackageFacts, PackageKind, PackageReport } from './packageReport.ts'
import { readDeb, readIpk } from './readDeb.ts'
import { readMusterTar } from './readMusterTar.ts'
import { readSwu } from './readSwu.ts'
import { type PackageKey, signerOf } from './signature.ts'

export interface LinuxPackage {
  readonly path: string
  /** As it was uploaded: its ending tells of which kind it is. */
  readonly fileName: string
  readonly signature: Uint8Array | null
  readonly keys: readonly PackageKey[]
}

type Read = (file: OpenFile, limits: PackageLimits) => Promise<PackageFacts> | PackageFacts

const readers: Readonly<Record<PackageKind, Read>> = {
  DEB: readDeb,
  IPK: readIpk,
  TAR: readMusterTar,
  SWU: readSwu,
}

/** As `judgePackage`, in the thread that calls it. */
export async function judgeLinux(
  { path, fileName, signature, keys }: LinuxPackage,
  limits: PackageLimits,
): Promise<PackageReport> {
  const kind = kindOf(fileName)
  const file = new OpenFile(path)
  const { bytes } = file
  const nothing = { kind, bytes, sha256: '', facts: null, signedBy: null }
  let known: Omit<PackageReport, 'verdict'> = nothing
  try {
    if (!kind) throw new PackageFault('verify.linux.kind')
    if (bytes > limits.bytes)
      throw new PackageFault('verify.tooLarge', { megabytes: megabytesOf(limits.bytes) })
    known = { ...known, sha256: hashOf(file) }
    known = { ...known, facts: await readers[kind](file, limits) }
    const signedBy = signature ? signerOf(known.sha256, signature, keys) : null
    return { ...known, signedBy, verdict: 'VERIFIED' }
  } catch (error) {
    if (!(error instanceof PackageFault)) throw error
    const { key, params } = error
    return { ...known, verdict: 'REFUSED', reason: { key, params: { ...params } } }
  } finally {
    file.close()
  }
}

const endings: readonly (readonly [RegExp, PackageKind])[] = [
  [/\.deb$/i, 'DEB'],
  [/\.ipk$/i, 'IPK'],
  [/\.(tar(\.(gz|xz|zst))?|tgz|txz)$/i, 'TAR'],
  [/\.swu$/i, 'SWU'],
]

export const kindOf = (fileName: string): PackageKind | null =>
  endings.find(([ending]) => ending.test(fileName))?.[1] ?? null
