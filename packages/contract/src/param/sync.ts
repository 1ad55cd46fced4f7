import * as z from 'zod/mini'
import { once } from '../core/once.ts'
import { paramDeliveryStates, paramWaits } from './assignmentStates.ts'

/** So many of the terminals that are PENDING are looked at for why. */
export const mostParamWaiting = 2000

/** How many terminals are how far with what somebody says, and why those that are PENDING are. */
export const paramSync = once(() =>
  z.object({
    states: z.partialRecord(z.enum(paramDeliveryStates), z.int()),
    /** The most frequent reason first. */
    waits: z.array(z.object({ for: z.enum(paramWaits), count: z.int() })),
    /** Only {@link mostParamWaiting} of those that are PENDING were looked at. */
    waitsCapped: z.boolean(),
  }),
)
export type ParamSync = z.output<ReturnType<typeof paramSync>>
