import { type Call, codes, secondFactor, session as sessionCalls, stepUp } from '@muster/contract'
import { sql } from 'kysely'
import type { Context, Platform, Principal } from '../kit/context.ts'
import type { ActionNote } from '../platform/actionNote.ts'
import { authenticate } from './authenticate.ts'
import { noteCall } from './clientCalls.ts'
import { once } from './idempotency.ts'
import { recordAction } from './actionLog.ts'
import { isReading, requireLiveTicket, requireReading } from './impersonation.ts'
import type { IncomingRequest } from './incoming.ts'
import { mayEnter } from './mayEnter.ts'
import { parseRequest } from './parse.ts'
import { refusalOf } from './failure.ts'
import type { Authenticated, SpentNonce } from './signature.ts'
import { requireProof } from './stepUp.ts'
import { Refusal } from '../kit/refusal.ts'
import { byTicket, splitTicket } from './ticket.ts'
import { emptyScope } from '../platform/dataScope.ts'
import type { Route } from '../kit/serve.ts'

/** Nobody: what a public call runs as. */
const anonymous: Principal = {
  kind: 'user',
  userId: '00000000-0000-7000-8000-000000000000',
  userName: '',
  sessionId: '',
  orgId: '00000000-0000-7000-8000-000000000000',
  isSuperAdmin: false,
  mustChangePassword: false,
  mustBindFactor: false,
  roleIds: [],
  permissions: new Set(),
  scope: emptyScope,
}

const atFirst = [sessionCalls.info, sessionCalls.menu, sessionCalls.logout]
const pathsOf = (calls: readonly Call[]): ReadonlySet<string> =>
  new Set(calls.map(({ path }) => path))

/** What a user who must set a new password may still call. */
const beforePasswordChange = pathsOf([...atFirst, sessionCalls.changePassword])

/** What a user who must bind an authenticator may still call. */
const beforeFactor = pathsOf([
  ...atFirst,
  sessionCalls.changePassword,
  secondFactor.state,
  secondFactor.start,
  secondFactor.bind,
  stepUp.ways,
  stepUp.prove,
])

/**
 * One call from its headers to its answer: who calls, may they, are the values good, then the
 * handler. GET reads; every other call is one transaction with its action log entry, and what it
 * wants told to others is told after the commit.
 */
export async function answerCall(
  platform: Platform,
  route: Route,
  received: IncomingRequest,
): Promise<unknown> {
  const { call } = route
  const isPublic = call.permission === 'public'
  const { ticket, request } = splitTicket(call, received)
  const caller = isPublic
    ? { principal: anonymous, nonce: null }
    : await (ticket === null
        ? authenticate(platform, request)
        : byTicket(platform, request, ticket))
  const clientId = caller.principal.kind === 'user' ? undefined : caller.nonce?.signer
  if (clientId === undefined) return answerCaller(platform, { route, request, caller })
  const count = (code: number) => noteCall(platform, { clientId, request, code, isRefused: false })
  try {
    const answer = await answerCaller(platform, { route, request, caller })
    count(codes.success)
    return answer
  } catch (error) {
    const refusal = refusalOf(error, platform.log)
    count(refusal.code)
    throw refusal
  }
}

interface Asked {
  readonly route: Route
  readonly request: IncomingRequest
  readonly caller: Authenticated
}

async function answerCaller(platform: Platform, { route, request, caller }: Asked) {
  const { call } = route
  checkRights(caller, route)
  const parsed = parseRequest(call, request)
  requireLiveTicket(caller.principal, call, parsed.body)
  // Last: nobody is asked for a proof before he has filled in well.
  await requireProof(platform, caller.principal, call.schemas)
  const asked = { route, request, caller, parsed }
  return isReading(call) ? read(platform, asked) : write(platform, asked)
}

/** What somebody sees as another is on record, too. */
async function read(platform: Platform, asked: Parsed): Promise<unknown> {
  const { route, request, caller, parsed } = asked
  const started = platform.now()
  const { ctx, notes } = contextOf({ platform, request, caller })
  const answer = await route.handle(parsed, ctx)
  const { principal } = caller
  if (principal.impersonator) {
    const code = answer instanceof Refusal ? answer.code : codes.success
    const action = { route, request, parsed, principal, started, code, notes }
    await recordAction(platform.db, platform, action)
  }
  return settle(answer)
}

function checkRights(caller: Authenticated, route: Route): void {
  const { call } = route
  const { mustChangePassword, mustBindFactor } = caller.principal
  if (mustChangePassword && !beforePasswordChange.has(call.path))
    throw new Refusal(codes.passwordChangeRequired, 'refusal.passwordChangeRequired')
  if (mustBindFactor && !beforeFactor.has(call.path))
    throw new Refusal(codes.secondFactorRequired, 'refusal.secondFactorRequired')
  requireReading(caller.principal, call)
  if (!mayEnter(caller, route))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', {
      data: { permission: call.permission },
    })
}

interface Parsed extends Asked {
  readonly parsed: Record<'params' | 'query' | 'body', unknown>
}

async function write(
  platform: Platform,
  { route, request, caller, parsed }: Parsed,
): Promise<unknown> {
  const started = platform.now()
  const { ctx, told, notes } = contextOf({ platform, request, caller })
  const action = { route, request, parsed, principal: caller.principal, started }
  const record = async (db: Context['db'], code: number): Promise<void> => {
    if (!route.call.schemas.bytes) await recordAction(db, platform, { ...action, code, notes })
  }
  const answer = await platform.db
    .transaction()
    .execute(async (db) => {
      if (caller.nonce) await spendNonce(db, caller.nonce)
      const result = await once({ ...ctx, db }, request, () => route.handle(parsed, { ...ctx, db }))
      const code = result instanceof Refusal ? result.code : codes.success
      await record(db, code)
      return result
    })
    .catch(async (error: unknown) => {
      // What was undone leaves its trace too.
      const { code } = refusalOf(error, platform.log)
      await record(platform.db, code).catch(() => undefined)
      throw error
    })
  for (const tell of told) tell()
  return settle(answer)
}

function settle(answer: unknown): unknown {
  if (answer instanceof Refusal) throw answer
  return answer
}

async function spendNonce(db: Context['db'], { signer, nonce }: SpentNonce): Promise<void> {
  const { numAffectedRows } = await sql`insert into request_nonce (session_id, nonce)
    values (${signer}, ${nonce}) on conflict do nothing`.execute(db)
  if (!numAffectedRows) throw new Refusal(codes.replayed, 'refusal.replayed')
}

function contextOf(parts: { platform: Platform; request: IncomingRequest; caller: Authenticated }) {
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
