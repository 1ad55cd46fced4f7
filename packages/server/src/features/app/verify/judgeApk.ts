import { PackageFault } from './fault.ts'
import { inThread } from './inThread.ts'
import { type PackageLimits, usualLimits } from './limits.ts'
import { refused } from './refused.ts'
import { type ApkReport, apkReport } from './report.ts'

interface Wish {
  readonly limits?: Partial<PackageLimits>
  readonly signal?: AbortSignal
}

/**
 * Reads an Android package and says what it is and whether its signatures hold. A thread of its own
 * does it, whose memory and time are limited: whatever the file holds, the answer is a report.
 */
export async function judgeApk(path: string, { limits, signal }: Wish = {}): Promise<ApkReport> {
  const child = new URL('./judge.child.ts', import.meta.url)
  try {
    const bounds = { ...usualLimits, ...limits }
    return apkReport.parse(await inThread({ child, data: { path }, limits: bounds, signal }))
  } catch (error) {
    if (error instanceof PackageFault) return refused(error)
    throw error
  }
}
