import { codes } from '@muster/contract'
import type { Context, Platform } from '../kit/context.ts'
import { withoutGain } from '../kit/withoutGain.ts'
import { Refusal } from '../kit/refusal.ts'
import { Outside, type Route } from '../kit/serve.ts'
import type { ActionNote } from '../platform/actionNote.ts'
import { whileHolding } from '../platform/holding.ts'
import { recordAction } from './actionLog.ts'
import { refusalOf } from './failure.ts'
import { keepAnswer, keepRefusal, keyOf, once, releaseKey } from './idempotency.ts'
import type { IncomingRequest } from './incoming.ts'
import type { Authenticated } from './signature.ts'

export interface Asked {
  readonly route: Route
  readonly request: IncomingRequest
  readonly caller: Authenticated
}

export interface Parsed extends Asked {
  readonly parsed: Record<'params' | 'query' | 'body', unknown>
}

/**
 * A write in one transaction, or in two where it talks to somebody outside in between: nothing
 * waits for the network while it holds a connection. Its log entry goes with the last of them.
 */
export async function write(platform: Platform, asked: Parsed): Promise<unknown> {
  const { route, request, caller, parsed } = asked
  const started = platform.now()
  const { ctx, told, notes } = contextOf({ platform, ...asked })
  const keyed = { request, key: keyOf(request, route.call) }
  const record = async (db: Context['db'], code: number): Promise<void> => {
    const action = { route, request, parsed, principal: caller.principal, started, code, notes }
    if (!route.call.bytes) await recordAction(db, platform, action)
  }
  const within = (work: (inner: Context) => Promise<unknown>): Promise<unknown> =>
    platform.db.transaction().execute((db) => whileHolding(() => work({ ...ctx, db })))
  let isBetween = false
  let answer: unknown
  try {
    const first = await within(async (inner) => {
      const answer = await once(inner, keyed, () =>
        guarded(route, inner, () => outcomeOf(() => route.handle(parsed, inner))),
      )
      if (!(answer instanceof Outside)) await record(inner.db, codeOf(answer))
      return answer
    })
    isBetween = first instanceof Outside
    answer = first instanceof Outside ? await afterTalk(first) : first
    for (const tell of told) tell()
  } catch (error) {
    // What was undone leaves its trace too.
    const refusal = refusalOf(error, platform.log)
    await record(platform.db, refusal.code).catch(() => undefined)
    if (isBetween) await releaseKey(ctx, keyed.key).catch(() => undefined)
    await keepRefusal(ctx, keyed, refusal).catch(() => undefined)
    throw refusal
  }
  if (answer instanceof Refusal) throw answer
  return answer

  async function afterTalk({ talk }: Outside<unknown>): Promise<unknown> {
    const finish = await talk()
    return within(async (inner) => {
      const answer = await guarded(route, inner, () => outcomeOf(() => finish(inner)))
      await keepAnswer(inner, keyed.key, answer)
      await record(inner.db, codeOf(answer))
      return answer
    })
  }
}

const guarded = ({ call }: Route, ctx: Context, work: () => Promise<unknown>): Promise<unknown> =>
  call.permission === 'public' ? work() : withoutGain(ctx, work)

/** What a handler answers, or the refusal that commits what it has written. */
async function outcomeOf(handle: () => Promise<unknown>): Promise<unknown> {
  try {
    return await handle()
  } catch (error) {
    if (error instanceof Refusal && error.commits) return error
    throw error
  }
}

const codeOf = (answer: unknown): number =>
  answer instanceof Refusal ? answer.code : codes.success

/** What a handler of this call works with; what is to be told waits for the commit. */
export function contextOf(parts: {
  platform: Platform
  request: IncomingRequest
  caller: Authenticated
}) {
  const { platform, request, caller } = parts
  const told: (() => void)[] = []
  const notes: ActionNote[] = []
  const ctx: Context = {
    db: platform.db,
    platform,
    principal: caller.principal,
    language: request.language,
    host: hostOf(request.header('host')),
    ip: request.ip,
    userAgent: request.header('user-agent') ?? '',
    cookies: request.cookies,
    now: platform.now,
    changed: (path, ids, orgIds = []) =>
      told.push(() => platform.live.changed({ path, ids, orgIds })),
    ring: (kind) => told.push(() => platform.live.ring(kind)),
    note: (note) => notes.push(note),
  }
  return { ctx, told, notes }
}

/** A host as browsers name it: without its port, in lower case. */
const hostOf = (header = ''): string => header.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
