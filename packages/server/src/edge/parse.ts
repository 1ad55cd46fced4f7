import { type Call, codes, problemsOf } from '@muster/contract'
import type * as z from 'zod/mini'
import { Refusal } from '../kit/refusal.ts'
import { translate } from '../kit/texts.ts'

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
  return {
    params: apply(params, raw.params, raw.language),
    query: apply(query, raw.query, raw.language),
    body: body ? apply(body, parseJson(raw.body), raw.language) : refuseBody(raw.body),
  }
}

function apply(schema: z.ZodMiniType | undefined, value: unknown, language: string): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = problemsOf(result.error).map(({ field, key, params }) => ({
    field,
    message: translate(language, key, params),
  }))
  throw new Refusal(codes.badRequest, 'refusal.badRequest', { fields })
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {}
  try {
    return JSON.parse(decoder.decode(body))
  } catch {
    throw new Refusal(codes.badRequest, 'refusal.malformed')
  }
}

/** A call without a body takes none, or an empty object. */
function refuseBody(body: Buffer): undefined {
  if (body.length === 0) return undefined
  const value = parseJson(body)
  if (typeof value !== 'object' || value === null || Object.keys(value).length > 0)
    throw new Refusal(codes.badRequest, 'refusal.badRequest')
  return undefined
}
