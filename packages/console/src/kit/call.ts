import {
  type Call,
  codes,
  fillPath,
  headers,
  type InputOf,
  type ReplyOf,
  successCodes,
} from '@muster/contract'
import { CallError, noAnswer } from './callError.ts'
import { keepServerTime, signHeaders } from '../platform/proof.ts'
import { defaultText, refused } from './refused.ts'
import { sessionEnded } from './lapse.ts'
import { useSession } from './session.ts'
import { language, t } from '../platform/texts.ts'

interface Options {
  readonly signal?: AbortSignal
}

/** What is sent, ready but for the proof of who sends it. */
interface Request {
  readonly method: string
  /** Path with query, exactly as signed and sent. */
  readonly target: string
  readonly body: string
}

interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

/** Milliseconds before an answer counts as lost. */
const timeLimit = { read: 30_000, write: 60_000 }
const pausesBeforeRepeat = [300, 1000]
const passingFaults: readonly number[] = [noAnswer, 502, 503, 504]

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
    throw error instanceof CallError ? refused(error) : error
  }
}

/** {@link call} for callers that tell the user about a refusal themselves. */
export async function ask<C extends Call>(
  c: C,
  input: InputOf<C>,
  options: Options = {},
): Promise<ReplyOf<C>> {
  const answer = await settle(requestOf(c, input), options, 1)
  if (successCodes.includes(answer.code)) {
    // The server checks its answers against the same schema; checking twice would cost each page.
    return answer.data as ReplyOf<C>
  }
  throw new CallError(answer.code, answer.msg || defaultText(answer.code), answer.data)
}

/** Sends; a lost session or a wrong clock is put right once, and the call goes on. */
async function settle(request: Request, options: Options, cures: number): Promise<Answer> {
  const token = useSession.getState().token
  const answer = await sendPatiently(request, options)
  if (cures === 0) return answer
  if (answer.code === codes.clockSkew && (await keepServerTime(answer.data))) {
    return settle(request, options, 0)
  }
  if (answer.code === codes.signInAgain && token && (await sessionEnded(token))) {
    return settle(request, options, 0)
  }
  return answer
}

/** A read is repeated after a passing fault, a write never: it may have been carried out. */
async function sendPatiently(request: Request, options: Options): Promise<Answer> {
  for (const pause of request.method === 'GET' ? pausesBeforeRepeat : []) {
    const answer = await send(request, options)
    if (!passingFaults.includes(answer.code)) return answer
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return send(request, options)
}

async function send(request: Request, { signal }: Options): Promise<Answer> {
  const { token } = useSession.getState()
  const limit = AbortSignal.timeout(request.method === 'GET' ? timeLimit.read : timeLimit.write)
  try {
    const response = await fetch(request.target, {
      method: request.method,
      headers: {
        [headers.language]: language,
        ...(request.body ? { 'Content-Type': 'application/json' } : {}),
        ...(token ? await signHeaders(request, token) : {}),
      },
      ...(request.body ? { body: request.body } : {}),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return readAnswer(await response.json().catch(() => null), response.status)
  } catch (error) {
    if (signal?.aborted) throw error
    return { code: noAnswer, msg: t('shell.networkError'), data: null }
  }
}

/** The code of the body counts, else the HTTP status. */
function readAnswer(body: unknown, status: number): Answer {
  // Any JSON may come from a proxy on the way: its members are looked at one by one.
  const { code, msg, data } = (typeof body === 'object' && body !== null ? body : {}) as Partial<
    Record<keyof Answer, unknown>
  >
  return {
    code: code === undefined ? status : Number(code),
    msg: typeof msg === 'string' ? msg : '',
    data,
  }
}

function requestOf(c: Call, input: { params?: unknown; query?: unknown; body?: unknown }): Request {
  // The caller's type made sure that the call takes them; here any call's are handled alike.
  const path = fillPath(c.path, { ...(input.params as object | undefined) })
  // The same holds for the query.
  const query = Object.entries({ ...(input.query as object | undefined) }).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)]))
  return {
    method: c.method,
    target: query.length ? `${path}?${search}` : path,
    body: input.body === undefined ? '' : JSON.stringify(input.body),
  }
}
