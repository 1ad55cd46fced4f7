import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'

/** Which terminals a figure is about. */
export const estateFilter = once(() => ({
  /** Only the subtree of this organisation, itself included. */
  orgId: z.optional(f.id()),
  vendorId: z.optional(f.id()),
  modelId: z.optional(f.id()),
}))

/** A curve shows no more days than a leap year has. */
export const maxTrendDays = 366

/** Which days a curve is about. */
export const estateSpan = once(() => ({
  /** So many days up to today, in UTC; none: what is usual for the curve. */
  days: z.optional(f.queryNumber().check(z.minimum(1), z.maximum(maxTrendDays))),
  /** First and last day in their place, both included. */
  from: z.optional(f.day()),
  to: z.optional(f.day()),
}))

/** The steps that a curve can be shown in: of UTC, a week from its Monday. */
export const statGrains = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const
export type StatGrain = (typeof statGrains)[number]
