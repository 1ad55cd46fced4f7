import type { FieldProblem } from '@muster/contract'

/** A call that did not succeed: the answer's code, its message for people, and its data. */
export class CallError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown = null) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.data = data
  }
}

/** The code of a call that got no answer at all. */
export const noAnswer = -1

/** The fields that a server refused, for a form to show beside them. */
export function fieldProblems(error: unknown): readonly FieldProblem[] {
  if (!(error instanceof CallError) || typeof error.data !== 'object' || !error.data) return []
  const fields: unknown = 'fields' in error.data ? error.data.fields : []
  return Array.isArray(fields) ? fields.filter(isProblem) : []
}

function isProblem(value: unknown): value is FieldProblem {
  return typeof value === 'object' && value !== null && 'field' in value && 'message' in value
}
