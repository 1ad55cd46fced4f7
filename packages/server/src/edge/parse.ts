import { type Call, codes, problemsOf } from '@muster/contract'
import type * as z from 'zod/mini'
import { Refusal } from '../kit/refusal.ts'
import { translate } from '../platform/texts.ts'

export interface RawRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: Buffer
  readonly language: string
}

/** Applies a call's schemas. Refuses with the field and the rule, in the caller's language. */
export function parseRequest(
  call: Call,
  raw: RawRequest,
): Record<'params' | 'query' | 'body', unknown> {
  const { params, query, body } = call.schemas
  const read = call.bytes ? (sent: Buffer): unknown => sent : parseJson
  return {
    params: apply(params, storable(raw.params), raw.language),
    query: apply(query, storable(raw.query), raw.language),
    body: body ? apply(body, read(raw.body), raw.language) : refuseBody(raw.body),
  }
}

/** More faults than these no person reads; a request may have thousands. */
const maxProblems = 50

function apply(schema: z.ZodMiniType | undefined, value: unknown, language: string): unknown {
  if (!schema) return undefined
  // With what was sent: only that tells a value of another kind from a missing one.
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const problems = problemsOf(result.error).slice(0, maxProblems)
  const fields = problems.map(({ field, key, params }) => ({
    field,
    message: translate(language, key, params),
  }))
  throw new Refusal(codes.badRequest, 'refusal.badRequest', { fields })
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {}
  try {
    const text = decoder.decode(body)
    // Only an escape can smuggle in what no text may hold.
    return text.includes('\\u') ? JSON.parse(text, refuseUnstorable) : JSON.parse(text)
  } catch {
    throw new Refusal(codes.badRequest, 'refusal.malformed')
  }
}

/** NUL and half characters are no text: PostgreSQL refuses the one, UTF-8 cannot carry the other. */
function refuseUnstorable(key: string, value: unknown): unknown {
  const isText = (text: unknown) =>
    typeof text !== 'string' || (!text.includes('\0') && text.isWellFormed())
  if (!isText(key) || !isText(value)) throw new Refusal(codes.badRequest, 'refusal.malformed')
  return value
}

/** Values of an address, which are texts all. */
function storable(values: unknown): unknown {
  for (const [key, value] of Object.entries(values ?? {})) refuseUnstorable(key, value)
  return values
}

/** A call without a body takes none, or an empty object. */
function refuseBody(body: Buffer): undefined {
  if (body.length === 0) return undefined
  const value = parseJson(body)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || Object.keys(value).length > 0)
    throw new Refusal(codes.badRequest, 'refusal.badRequest')
  return undefined
}
