import type { Call } from '@muster/contract'
import type { Context } from '../context.ts'

/** What the schemas of a call have let through. */
export type Parsed = Record<'params' | 'query' | 'body', unknown>

/** A call, and what answers it. */
export interface Served {
  readonly call: Call
  readonly handle: (request: Parsed, ctx: Context) => Promise<unknown>
}
