import type { Context } from '../../kit/context.ts'
import { fieldRefusal } from '../../kit/refusal.ts'
import { type Days, problemOf, type Span, spanOf } from './span.rules.ts'

/** The days that a call asks for; without any the last `hours`. */
export function requireSpan(ctx: Context, asked: Days, hours: number): Span {
  const problem = problemOf(asked)
  if (problem) throw fieldRefusal('to', problem)
  return spanOf(asked, ctx.now(), hours)
}
