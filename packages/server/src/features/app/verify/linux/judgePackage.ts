import { PackageFault } from '../fault.ts'
import { inThread } from '../inThread.ts'
import { type PackageLimits, usualLimits } from '../limits.ts'
import { kindOf, type LinuxPackage } from './judgeLinux.ts'
import { type PackageReport, packageReport } from './packageReport.ts'

interface Wish {
  readonly limits?: Partial<PackageLimits>
  readonly signal?: AbortSignal
}

/**
 * Reads a package for terminals without Android (.deb, .ipk, .tar with a manifest, .swu), and says
 * what it is and whether its detached signature holds. As with `judgeApk`, the answer is a report
 * whatever the file holds.
 */
export async function judgePackage(
  given: LinuxPackage,
  { limits, signal }: Wish = {},
): Promise<PackageReport> {
  const child = new URL('./judgeLinux.child.ts', import.meta.url)
  try {
    const bounds = { ...usualLimits, ...limits }
    const data = { ...given, signature: given.signature && new Uint8Array(given.signature) }
    return packageReport.parse(await inThread({ child, data, limits: bounds, signal }))
  } catch (error) {
    if (!(error instanceof PackageFault)) throw error
    const { key, params } = error
    return {
      verdict: 'REFUSED',
      reason: { key, params: { ...params } },
      kind: kindOf(given.fileName),
      bytes: 0,
      sha256: '',
      facts: null,
      signedBy: null,
    }
  }
}
