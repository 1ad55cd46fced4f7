import type { Call } from '@muster/contract'
import type * as z from 'zod/mini'
import type { Row } from './listed.ts'

/** What a form edits: a record with the version that the optimistic lock compares. */
export interface Versioned extends Row {
  readonly version: number
}

/** A group whose records a form writes; `F` is what the form fills in. */
export interface Formed<R, F> {
  readonly add: Call<{ readonly body: z.ZodMiniType<unknown, F>; readonly reply: z.ZodMiniType }>
  readonly update: Call<{
    readonly body: z.ZodMiniType<unknown, F & { id: string; version: number }>
    readonly reply: z.ZodMiniType
  }>
  readonly detail: Call<{
    readonly params: z.ZodMiniType<unknown, { id: string }>
    readonly reply: z.ZodMiniType<R>
  }>
}
