import { setTimeout as sleep } from 'node:timers/promises'
import {
  agreeSessionKey,
  type Call,
  codes,
  fillPath,
  headers,
  type InputOf,
  makeKeyPair,
  makeNonce,
  type RequestKey,
  session,
  signRequest,
  successCodes,
} from '@muster/contract'
import * as z from 'zod/mini'

/** A refusal or a failure of the console's interface. */
class ConsoleError extends Error {
  readonly code: number
  constructor(path: string, code: number, message: string) {
    super(`${path} answered ${code}: ${message}`)
    this.code = code
  }
}

const answer = z.object({
  code: z.coerce.number(),
  msg: z.string(),
  data: z.optional(z.unknown()),
})

const values = z.record(z.string(), z.coerce.string())
/** What any call is sent with. */
const parts = z.object({
  params: z.optional(values),
  query: z.optional(values),
  body: z.optional(z.unknown()),
})

interface Proof {
  readonly key: RequestKey
  readonly clientId: string
  readonly accessToken: string
}

/** So often a server is asked that says it is busy. */
const mostTries = 5

/** The console's interface for a program: signs in as a person does, and signs each call. */
export class ConsoleClient {
  readonly #url: string
  #proof: Proof | null = null
  #nonces = 0n

  private constructor(url: string) {
    this.#url = url
  }

  /** @throws when the name or password is wrong */
  static async signIn(url: string, userName: string, password: string): Promise<ConsoleClient> {
    const client = new ConsoleClient(url)
    const pair = await makeKeyPair()
    const publicKey = readKey(await crypto.subtle.exportKey('jwk', pair.publicKey))
    const { login } = session
    const data = await client.#send(login, { body: { userName, password, publicKey } })
    const answered = login.schemas.reply.parse(data)
    if (answered.firstLogin === 1)
      throw new ConsoleError(
        login.path,
        0,
        'this user must set a new password in the console first',
      )
    if (!answered.publicKey) throw new ConsoleError(login.path, 0, 'no key came with the session')
    const { clientId, accessToken } = answered
    const key = await agreeSessionKey(pair.privateKey, answered.publicKey, clientId)
    client.#proof = { key, clientId, accessToken }
    return client
  }

  /** Makes a call and answers its data as the schema reads it. */
  async call<R extends z.ZodMiniType, C extends Call>(
    call: C & Call<{ readonly reply: R }>,
    input: InputOf<C>,
  ): Promise<z.output<R>> {
    return call.schemas.reply.parse(await this.#send(call, input))
  }

  async signOut(): Promise<void> {
    await this.#send(session.logout, {})
  }

  /** A server that is busy for a moment has done nothing, and is asked again. */
  async #send(call: Pick<Call, 'method' | 'path'>, input: unknown): Promise<unknown> {
    for (let tries = 1; ; tries++)
      try {
        return await this.#sendOnce(call, input)
      } catch (error) {
        const isBusy = error instanceof ConsoleError && error.code === codes.unavailable
        if (!isBusy || tries === mostTries) throw error
        await sleep(tries * 200)
      }
  }

  async #sendOnce(call: Pick<Call, 'method' | 'path'>, input: unknown): Promise<unknown> {
    const { method } = call
    const { params, query, body: sent } = parts.parse(input)
    const search = new URLSearchParams(query)
    const filled = fillPath(call.path, params)
    const path = search.size > 0 ? `${filled}?${search.toString()}` : filled
    const body = sent === undefined ? '' : JSON.stringify(sent)
    const proof = await this.#prove({ method, path, body })
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: { ...proof, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body }),
    })
    const { data } = answer.safeParse(await response.json().catch(() => null))
    if (!data) throw new ConsoleError(filled, response.status, 'not an answer of the console')
    if (!successCodes.includes(data.code)) throw new ConsoleError(filled, data.code, data.msg)
    return data.data
  }

  async #prove(request: { method: string; path: string; body: string }) {
    if (!this.#proof) return {}
    const { key, clientId, accessToken } = this.#proof
    this.#nonces += 1n
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    const timestamp = String(Date.now())
    const signature = await signRequest(key, {
      method: request.method,
      path: request.path,
      body: new TextEncoder().encode(request.body),
      timestamp,
      clientId,
      nonce: makeNonce(this.#nonces, random),
      accessToken,
    })
    return {
      [headers.token]: accessToken,
      [headers.timestamp]: timestamp,
      [headers.clientId]: clientId,
      [headers.signature]: signature,
    }
  }
}

/** Only the members that the contract names. */
function readKey({ x, y }: { readonly x?: string; readonly y?: string }) {
  return { kty: 'EC', crv: 'P-256', x, y } as const
}
