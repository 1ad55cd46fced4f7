import { PackageFault } from './fault.ts'
import type { PackageLimits } from './limits.ts'
import { refused } from './refused.ts'
import type { ApkReport } from './report.ts'

/** As `judgeApk`, in the thread that calls it. */
export async function judge(_path: string, _limits: PackageLimits): Promise<ApkReport> {
  return refused(new PackageFault('verify.broken'))
}
