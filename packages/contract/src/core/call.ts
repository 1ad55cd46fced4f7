import type * as z from 'zod/mini'
import { once } from './once.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: a button code of a role, or one of two fixed words.
 * `public`: no session needed; `signedIn`: any session.
 */
export type Permission = string

export interface Schemas {
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly reply?: z.ZodMiniType
  /**
   * It is dangerous (decision 0031): the session's owner must have proved himself within the minutes
   * of grace; `each`: for this very call; a function: where it says so of the body.
   */
  readonly proof?: true | 'each' | ((body: unknown) => boolean)
  /** Its answer is kept for no Idempotency-Key: who asks again is judged anew. */
  readonly unkept?: true
}

/** One HTTP call as a value: the server serves it, the console calls it, a test does both. */
export interface Call<S extends Schemas = Schemas> {
  readonly method: Method
  /** Path with `{name}` placeholders, as the product spec writes it. */
  readonly path: string
  readonly permission: Permission
  /** Made when they are first read: a program makes those of the calls that it serves or makes. */
  readonly schemas: S
  /** It answers a file instead of JSON, and is in the action log like a write. */
  readonly file?: true
  /** Its body is bytes instead of JSON (`f.bytes()`): a part of a file, which is no action by itself. */
  readonly bytes?: true
  /** The list that shows the records it changes. */
  readonly actsOn?: Call
}

/** A named set of calls that one feature serves together. */
export type CallGroup = Readonly<Record<string, Call>>

type In<T> = T extends z.ZodMiniType ? z.input<T> : undefined
type Out<T> = T extends z.ZodMiniType ? z.output<T> : undefined

/** What a caller hands in. Members whose schema the call does not have are left out. */
export type InputOf<C extends Call> = {
  [K in 'params' | 'query' | 'body' as undefined extends In<C['schemas'][K]> ? never : K]: In<
    C['schemas'][K]
  >
}

/** What a handler receives after the schemas were applied. */
export type ParsedOf<C extends Call> = {
  [K in 'params' | 'query' | 'body']: Out<C['schemas'][K]>
}

/** The `data` member of the answer. */
export type ReplyOf<C extends Call> = C['schemas']['reply'] extends z.ZodMiniType
  ? z.output<C['schemas']['reply']>
  : null

function call(method: Method) {
  return <const S extends Schemas>(
    path: string,
    permission: Permission,
    schemas: () => S,
  ): Call<S> => {
    const made = once(schemas)
    return {
      method,
      path,
      permission,
      get schemas() {
        return made()
      },
    }
  }
}

export const get = call('GET')
export const post = call('POST')
export const put = call('PUT')
export const del = call('DELETE')

/** The same call with other members; its schemas are not made for that, as a spread would. */
export const callWith = <C extends Call, M extends Partial<Call>>(call: C, members: M) =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(call), ...Object.getOwnPropertyDescriptors(members) },
    // It has the members of both.
  ) as C & M

function callWithSchemas<S extends Schemas>(call: Call, schemas: () => S): Call<S> {
  const made = once(schemas)
  return callWith(call, {
    get schemas() {
      return made()
    },
  })
}

/** The same call, which answers a file. */
export const download = <C extends Call>(call: C) => callWith(call, { file: true } as const)

/** The same call, whose body is bytes. */
export const takingBytes = <C extends Call>(call: C) => callWith(call, { bytes: true } as const)

/** The same call as a dangerous one. */
export const proved = <S extends Schemas>(call: Call<S>): Call<S & { readonly proof: true }> =>
  callWithSchemas(call, () => ({ ...call.schemas, proof: true as const }))

/** The same call, dangerous where its body says so. */
export const provedWhen = <S extends Schemas & { readonly body: z.ZodMiniType }>(
  call: Call<S>,
  isDangerous: (body: z.output<S['body']>) => boolean,
): Call<S> =>
  callWithSchemas(call, () => ({
    ...call.schemas,
    // A call's body has been read by its own schema before it is asked.
    proof: (body: unknown) => isDangerous(body as z.output<S['body']>),
  }))

/** Fills the `{name}` placeholders of a call's path; values are percent-encoded. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
