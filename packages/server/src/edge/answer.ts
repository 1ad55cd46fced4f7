import {
  type Call,
  codes,
  secondFactor,
  session as sessionCalls,
  stepUp,
  userTheme,
} from '@muster/contract'
import type { Principal } from '../access/principal.ts'
import type { Platform } from '../kit/context.ts'
import { authenticate } from './authenticate.ts'
import { noteCall } from './clientCalls.ts'
import { recordAction } from './actionLog.ts'
import { isReading, requireLiveTicket, requireReading } from './impersonation.ts'
import type { IncomingRequest } from './incoming.ts'
import { mayEnter } from './mayEnter.ts'
import { spendNonce } from './nonces.ts'
import { parseRequest } from './parse.ts'
import { refusalOf } from './failure.ts'
import type { Authenticated } from './signature.ts'
import { requireProof } from '../kit/stepUp.ts'
import { Refusal } from '../kit/refusal.ts'
import { publicTurns } from './publicTurns.ts'
import { byTicket, splitTicket } from './ticket.ts'
import { type Asked, contextOf, type Parsed, write } from './write.ts'
import { emptyScope } from '../access/dataScope.ts'
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

/** Signing in, codes, registrations: what strangers may make the server work for. */
const inPublicTurn = publicTurns()

/** What signing in leads to: the console is drawn with them. */
const atFirst = [sessionCalls.info, sessionCalls.menu, sessionCalls.logout, userTheme.get]
const keyOf = ({ method, path }: Call) => `${method} ${path}`
const keysOf = (calls: readonly Call[]): ReadonlySet<string> => new Set(calls.map(keyOf))

const ofPassword = [sessionCalls.passwordRule, sessionCalls.changePassword]

/** What a user who must set a new password may still call. */
const beforePasswordChange = keysOf([...atFirst, ...ofPassword])

/** What a user who must bind an authenticator may still call. */
const beforeFactor = keysOf([
  ...atFirst,
  ...ofPassword,
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
  const asked = { route, request, caller }
  const clientId = caller.principal.kind === 'user' ? undefined : caller.nonce?.signer
  if (isPublic && !isReading(call))
    return inPublicTurn(received.ip, () => answerCaller(platform, asked))
  if (clientId === undefined) return answerOnce(platform, asked)
  const count = (code: number) => noteCall(platform, { clientId, request, code, isRefused: false })
  try {
    const answer = await answerOnce(platform, asked)
    count(codes.success)
    return answer
  } catch (error) {
    const refusal = refusalOf(error, platform.log)
    count(refusal.code)
    throw refusal
  }
}

/** What was sent before is not answered. A read that uses up no proof is worked on meanwhile. */
async function answerOnce(platform: Platform, asked: Asked): Promise<unknown> {
  const { route, caller } = asked
  if (!caller.nonce) return answerCaller(platform, asked)
  const spent = spendNonce(platform.pool, caller.nonce)
  if (!isReading(route.call) || route.call.schemas.proof) {
    await spent
    return answerCaller(platform, asked)
  }
  const answer = answerCaller(platform, asked)
  // Whichever fails first, the nonce has the word, and the other is heard all the same.
  const [isFresh] = await Promise.allSettled([spent, answer])
  return isFresh.status === 'rejected' ? spent : answer
}

async function answerCaller(platform: Platform, { route, request, caller }: Asked) {
  const { call } = route
  checkRights(caller, route)
  const parsed = parseRequest(call, request)
  requireLiveTicket(caller.principal, call, parsed.body)
  // Last: nobody is asked for a proof before he has filled in well.
  await requireProof(platform, caller.principal, {
    proof: call.schemas.proof,
    body: parsed.body,
  })
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
    const action = { route, request, parsed, principal, started, code: codes.success, notes }
    await recordAction(platform.db, platform, action)
  }
  return answer
}

function checkRights(caller: Authenticated, route: Route): void {
  const { call } = route
  const { mustChangePassword, mustBindFactor } = caller.principal
  if (mustChangePassword && !beforePasswordChange.has(keyOf(call)))
    throw new Refusal(codes.passwordChangeRequired, 'refusal.passwordChangeRequired')
  if (mustBindFactor && !beforeFactor.has(keyOf(call)))
    throw new Refusal(codes.secondFactorRequired, 'refusal.secondFactorRequired')
  requireReading(caller.principal, call)
  if (!mayEnter(caller, route))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', {
      data: { permission: call.permission },
    })
}
