import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'
import { figuresFor, nothingSeen } from './figures.ts'
import { figuresOf } from './push.rules.ts'

interface Shown {
  readonly id: string
  readonly principal: FrozenPrincipal | null
  /** Of all its terminals. */
  readonly size: number
}

interface Progress {
  readonly size: number
  readonly done: number
  readonly failed: number
  /** There are more terminals: only so many were counted. */
  readonly capped: boolean
}

/** How far some pushes have come, in the terminals that the caller sees. */
export async function progressOf(
  ctx: Context,
  pushes: readonly Shown[],
): Promise<readonly Progress[]> {
  const seen = await figuresFor(ctx, pushes)
  return pushes.map(({ size }, at) => {
    const { counts, seesAll, capped } = seen[at] ?? nothingSeen
    const { succeeded: done, failed } = figuresOf(counts)
    const seenSize = seesAll ? size : counts.reduce((sum, one) => sum + one.count, 0)
    return { size: seenSize, done, failed, capped }
  })
}
