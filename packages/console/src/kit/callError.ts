import { codes, type FieldProblem } from '@muster/contract'
import { nameText } from '../platform/texts.ts'

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

// A balancer that hands a request on when its server dies repeats it as it was signed.
const passing: readonly number[] = [noAnswer, 502, 503, 504, codes.replayed]

/** Whether the fault lies with the way to the server or its being busy, and may be gone by itself. */
export const isPassing = (code: number): boolean => passing.includes(code)

/** The fields that a server refused, for a form to show beside them. */
export function fieldProblems(error: unknown): readonly FieldProblem[] {
  if (!(error instanceof CallError) || typeof error.data !== 'object' || !error.data) return []
  const fields: unknown = 'fields' in error.data ? error.data.fields : []
  return Array.isArray(fields) ? fields.filter(isProblem).map(inWords) : []
}

function isProblem(value: unknown): value is FieldProblem {
  return typeof value === 'object' && value !== null && 'field' in value && 'message' in value
}

/** The server may name a text of the pack in place of the text itself. */
const inWords = ({ field, message }: FieldProblem): FieldProblem => ({
  field,
  message: nameText(message),
})
