import {
  type Call,
  codes,
  fillPath,
  type InputOf,
  type ReplyOf,
  successCodes,
} from '@muster/contract'
import { type Answer, readAnswer } from '../platform/answers.ts'
import { keepServerTime } from '../platform/proof.ts'
import { proveOwner } from '../platform/stepUp.ts'
import { t } from '../platform/texts.ts'
import { type Outgoing, transmit } from '../platform/transport.ts'
import { CallError, isPassing, noAnswer } from './callError.ts'
import { sessionEnded } from './sessionExpiry.ts'
import { defaultText, refused } from './refused.ts'
import { useSession } from './session.ts'

interface Options {
  readonly signal?: AbortSignal
  /** Lets a write be repeated after a passing fault: the server carries it out once. */
  readonly idempotencyKey?: string
}

/** A request and how its answer is read. */
export interface Request extends Outgoing {
  readonly read: (response: Response) => Promise<Answer>
}

const pausesBeforeRepeat = [300, 1000]

/**
 * Makes a call of the contract and answers its `data`. A refusal is shown to the user as the
 * product spec's error catalogue says (section 8) and thrown as {@link CallError}.
 */
export async function call<C extends Call>(
  c: C,
  input: InputOf<C>,
  options: Options = {},
): Promise<ReplyOf<C>> {
  try {
    return await ask(c, input, options)
  } catch (error) {
    throw error instanceof CallError ? refused(error, c.method === 'GET') : error
  }
}

/** {@link call} for callers that tell the user about a refusal themselves. */
export async function ask<C extends Call>(
  c: C,
  input: InputOf<C>,
  options: Options = {},
): Promise<ReplyOf<C>> {
  const answer = await exchange(requestOf(c, input, options), options.signal)
  // The server checks its answers against the same schema; checking twice would cost each page.
  return answer.data as ReplyOf<C>
}

/** The answer of a request that succeeded; throws what was refused. */
export async function exchange(request: Request, signal?: AbortSignal): Promise<Answer> {
  const answer = await settle(request, signal, 1)
  if (successCodes.includes(answer.code)) return answer
  throw new CallError(answer.code, answer.msg || defaultText(answer.code), answer.data)
}

/** Sends; a lost session or a wrong clock is put right once, a proof is asked for; the call goes on. */
async function settle(request: Request, signal?: AbortSignal, cures = 0): Promise<Answer> {
  const token = useSession.getState().token
  const answer = await sendPatiently(request, signal)
  if (answer.code === codes.proofRequired && (await proveOwner()))
    return settle(request, signal, cures)
  if (cures === 0) return answer
  if (answer.code === codes.clockSkew && (await keepServerTime(answer.data)))
    return settle(request, signal)
  if (answer.code === codes.signInAgain && token && (await sessionEnded(token)))
    return settle(request, signal)
  return answer
}

/**
 * A read is repeated after a passing fault; a write may have been carried out, so it is repeated
 * only under a key that the server knows it by.
 */
async function sendPatiently(request: Request, signal?: AbortSignal): Promise<Answer> {
  const isRepeatable = request.kind === 'read' || request.idempotencyKey !== undefined
  for (const pause of isRepeatable ? pausesBeforeRepeat : []) {
    const answer = await send(request, signal)
    if (answer === 'late' || !(answer === 'cut' || isPassing(answer.code))) return spoken(answer)
    // A share of chance keeps the consoles of a server that comes back from asking all at once.
    await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
  }
  return spoken(await send(request, signal))
}

const send = (request: Request, signal?: AbortSignal) =>
  transmit(request, { token: useSession.getState().token, signal }, request.read)

const spoken = (answer: Answer | 'cut' | 'late'): Answer =>
  typeof answer === 'string' ? { code: noAnswer, msg: t('shell.networkError'), data: null } : answer

interface Input {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** The request of a call, ready to be sent. */
export function requestOf(c: Call, input: Input, { idempotencyKey }: Options = {}): Request {
  // The caller's type made sure that the call takes them; here any call's are handled alike.
  const path = fillPath(c.path, { ...(input.params as object | undefined) })
  // The same holds for the query.
  const query = Object.entries({ ...(input.query as object | undefined) }).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)]))
  return {
    method: c.method,
    kind: kindOf(c),
    read: readAnswer,
    idempotencyKey,
    target: query.length ? `${path}?${search}` : path,
    body: bodyOf(input.body),
  }
}

function kindOf({ method, bytes }: Call): Outgoing['kind'] {
  if (bytes) return 'transfer'
  return method === 'GET' ? 'read' : 'write'
}

function bodyOf(body: unknown): Outgoing['body'] {
  if (body === undefined) return ''
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}
