import { codes, type FieldProblem, type TextKey } from '@muster/contract'

export interface RefusalDetail {
  /** Values for the places of the text. */
  readonly params?: Readonly<Record<string, string | number>>
  /** What the answer's `data` carries, e.g. the fields that broke a rule. */
  readonly fields?: readonly FieldProblem[]
  readonly data?: Readonly<Record<string, unknown>>
}

/**
 * The caller may not: thrown, and answered with a code of the contract and a text in the caller's
 * language. It undoes what the call has written, but for one that is thrown `afterCommit()`.
 * Everything else that is thrown is a bug.
 */
export class Refusal extends Error {
  readonly code: number
  readonly key: TextKey
  readonly detail: RefusalDetail
  /** Whether what the call has written is committed before this is answered. */
  commits = false

  constructor(code: number, key: TextKey, detail: RefusalDetail = {}) {
    super(key)
    this.code = code
    this.key = key
    this.detail = detail
  }

  /** For what has to stay on record all the same: a failed sign-in is counted. */
  afterCommit(): this {
    this.commits = true
    return this
  }
}

/** There is no such record, or none that the caller may see: both are told alike. */
export const notFound = () => new Refusal(codes.notFound, 'refusal.notFound')

/** There are more than are looked at, or done, at once. */
export const tooMany = (limit: number) =>
  new Refusal(codes.warning, 'batch.tooMany', { params: { limit } })

/** A value breaks a rule that its schema cannot say; `message` is a text key, filled with `params`, or a text. */
export const fieldRefusal = (
  field: string,
  message: string,
  params: NonNullable<RefusalDetail['params']> = {},
) => new Refusal(codes.badRequest, 'refusal.badRequest', { fields: [{ field, message }], params })

/** There are not as many as were agreed to any more: the answer says how many. */
export function requireCount(agreed: number, count: number): void {
  if (agreed === count) return
  const told = { params: { count }, data: { count } }
  throw new Refusal(codes.countChanged, 'functional.countChanged', told)
}

/** The HTTP status that goes with an answer code. */
export function statusOf(code: number): number {
  if (code === codes.signInAgain) return 401
  if (code === codes.warning) return 409
  return code >= 40000 ? Math.floor(code / 100) : code
}
