import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import { PackageFault } from './fault.ts'
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
  const bounds = { ...usualLimits, ...limits }
  const worker = new Worker(new URL('./judge.child.ts', import.meta.url), {
    workerData: { path, limits: bounds },
    resourceLimits: {
      maxOldGenerationSizeMb: bounds.memoryMegabytes,
      maxYoungGenerationSizeMb: 32,
    },
  })
  const late = AbortSignal.timeout(bounds.milliseconds)
  try {
    const until = signal ? AbortSignal.any([late, signal]) : late
    const said: unknown = await once(worker, 'message', { signal: until })
    return z.tuple([apkReport]).parse(said)[0]
  } catch (error) {
    signal?.throwIfAborted()
    if (late.aborted)
      return refused(
        new PackageFault('verify.tooLong', { seconds: Math.ceil(bounds.milliseconds / 1000) }),
      )
    if (isSpent(error)) return refused(new PackageFault('verify.tooMuchMemory'))
    throw error
  } finally {
    // Without a listener, what it says while it is being ended would be our fault.
    worker.on('error', () => undefined)
    await worker.terminate()
  }
}

const isSpent = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
