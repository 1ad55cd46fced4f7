import { type Call, codes, dictionaries, type ReplyOf } from '@muster/contract'
import { vi } from 'vitest'

/** What a call was asked with. */
export interface Asked {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

type Answer = { readonly code: number; readonly msg: string; readonly data: unknown }
type Respond = (asked: Asked) => Answer

/** A refusal as the server answers it. */
export const refuse = (code: number, msg: string, data: unknown = null): Answer => ({
  code,
  msg,
  data,
})

/**
 * Answers the console's calls in place of a server, each with what the contract says it replies.
 * A call without an answer fails its test.
 */
export function answerCalls() {
  const answers: { readonly c: Call; readonly respond: Respond }[] = []
  // What any list may ask beside its own calls: nobody has worded anything anew.
  answers.push({
    c: dictionaries.choices,
    respond: () => ({ code: codes.success, msg: '', data: [] }),
  })
  const asked: (Asked & { readonly method: string })[] = []
  vi.stubGlobal('fetch', (target: string, { method, body }: { method: string; body?: unknown }) => {
    const { pathname: path, searchParams } = new URL(target, 'http://console.test')
    const request = {
      path,
      query: Object.fromEntries(searchParams),
      // Bytes are no JSON.
      body: typeof body === 'string' && body ? JSON.parse(body) : body,
    }
    asked.push({ ...request, method })
    const found = answers.findLast(({ c }) => c.method === method && pathOf(c).test(path))
    if (!found) throw new Error(`No answer for ${method} ${path}`)
    return Promise.resolve(Response.json(found.respond(request)))
  })
  return {
    asked,
    /** Every request that a call made, oldest first. */
    of: (c: Call) =>
      asked.filter(({ method, path }) => c.method === method && pathOf(c).test(path)),
    reply: <C extends Call>(c: C, data: (asked: Asked) => ReplyOf<C>) => {
      answers.push({
        c,
        respond: (request) => ({ code: codes.success, msg: '', data: data(request) }),
      })
    },
    refuse: (c: Call, answer: Answer) => {
      answers.push({ c, respond: () => answer })
    },
  }
}

const pathOf = ({ path }: Call) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
