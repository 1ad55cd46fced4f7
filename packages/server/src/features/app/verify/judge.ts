import { createHash } from 'node:crypto'
import { checkEntries } from './checkEntries.ts'
import { PackageFault } from './fault.ts'
import { megabytesOf, type PackageLimits } from './limits.ts'
import { OpenFile } from './openFile.ts'
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

function hashOf(file: OpenFile): string {
  const hash = createHash('sha256')
  for (const part of file.parts(0, file.bytes)) hash.update(part)
  return hash.digest('hex')
}
