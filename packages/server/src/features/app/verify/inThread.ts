import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { PackageFault } from './fault.ts'
import type { PackageLimits } from './limits.ts'

export interface Work {
  /** The program of the thread. */
  readonly child: URL
  readonly data: Readonly<Record<string, unknown>>
  readonly limits: PackageLimits
  readonly signal?: AbortSignal | undefined
}

/** What a thread of its own answers, whose memory and time are limited; beyond them it is ended. */
export async function inThread({ child, data, limits, signal }: Work): Promise<unknown> {
  const worker = new Worker(child, {
    workerData: { ...data, limits },
    resourceLimits: {
      maxOldGenerationSizeMb: limits.memoryMegabytes,
      maxYoungGenerationSizeMb: 32,
    },
  })
  const late = AbortSignal.timeout(limits.milliseconds)
  try {
    const until = signal ? AbortSignal.any([late, signal]) : late
    const said: unknown = await once(worker, 'message', { signal: until })
    return Array.isArray(said) ? said[0] : undefined
  } catch (error) {
    signal?.throwIfAborted()
    if (late.aborted)
      throw new PackageFault('verify.tooLong', { seconds: Math.ceil(limits.milliseconds / 1000) })
    if (isSpent(error)) throw new PackageFault('verify.tooMuchMemory')
    throw error
  } finally {
    // Without a listener, what it says while it is being ended would be our fault.
    worker.on('error', () => undefined)
    await worker.terminate()
  }
}

const isSpent = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
