import { checkEntries } from './checkEntries.ts'
import { PackageFault } from './fault.ts'
import { megabytesOf, type PackageLimits } from './limits.ts'
import { hashOf, OpenFile } from './openFile.ts'
import { readPackage } from './readPackage.ts'
import { type Known, nothingKnown, refused } from './refused.ts'
import type { ApkReport } from './report.ts'
import { verifySignatures } from './signature/verifySignatures.ts'
import { readArchive } from './zip/readArchive.ts'

/** As `judgeApk`, in the thread that calls it. */
export async function judge(path: string, limits: PackageLimits): Promise<ApkReport> {
  const file = new OpenFile(path)
  let known: Known = { bytes: file.bytes }
  try {
    if (file.bytes > limits.bytes)
      throw new PackageFault('verify.tooLarge', { megabytes: megabytesOf(limits.bytes) })
    known = { ...known, sha256: hashOf(file) }
    const archive = readArchive(file, limits)
    const { facts, manifest } = readPackage(archive, limits)
    known = { ...known, facts }
    const { schemes, signers, lineage, jar } = verifySignatures(archive, manifest)
    known = {
      ...known,
      schemes,
      signers: signers.map((signer) => signer.facts),
      lineage: lineage.map((certificate) => certificate.facts),
    }
    await checkEntries(archive, jar?.digests ?? new Map())
    return { ...nothingKnown, ...known, verdict: 'VERIFIED' }
  } catch (error) {
    if (error instanceof PackageFault) return refused(error, known)
    throw error
  } finally {
    file.close()
  }
}
