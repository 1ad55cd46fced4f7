import * as z from 'zod/mini'
import * as f from './fields.ts'
import { once } from './once.ts'

/** Puts a record before another one of its kind, or behind all (null). */
export const placeBefore = once(
  () =>
    ({
      body: z.strictObject({ id: f.id(), version: z.int(), before: z.nullable(f.id()) }),
      reply: z.object({ count: z.int() }),
    }) as const,
)
