import type { Kysely } from 'kysely'
import type { DB } from '../platform/schema.ts'
import type { IncomingRequest } from './incoming.ts'
import { clientKinds, type Principal } from '../access/principal.ts'
import type { Platform } from '../kit/context.ts'
import type { ActionNote } from '../platform/actionNote.ts'
import { sentOf, statesOf, targetsOf } from '../platform/actionStates.ts'
import { maskedJson } from '../platform/maskedJson.ts'
import type { Route } from '../kit/serve.ts'

export interface Action {
  readonly route: Route
  readonly request: IncomingRequest
  readonly parsed: Record<'params' | 'query' | 'body', unknown>
  readonly principal: Principal
  readonly started: Date
  readonly code: number
  readonly notes: readonly ActionNote[]
}

/** Writes who did what to which records, from where, with which result. */
export async function recordAction(
  db: Kysely<DB>,
  platform: Platform,
  action: Action,
): Promise<void> {
  const { route, request, parsed, principal, started, code, notes } = action
  const by = principal.userName ? principal : notes.findLast((note) => note.by)?.by
  const entry = {
    at: started.toISOString(),
    userId: by?.userId ?? null,
    userName: by?.userName ?? '',
    orgId: by?.orgId ?? null,
    impersonatorId: principal.impersonator?.userId ?? null,
    impersonatorName: principal.impersonator?.userName ?? null,
    method: route.call.method,
    path: route.call.path,
    permission: route.call.permission,
    request: maskedJson(sentOf(route.call, parsed)),
    ...statesOf(notes),
    code,
    ip: request.ip,
    ...clientOf(principal, request),
    durationMs: platform.now().getTime() - started.getTime(),
    requestId: request.id,
  }
  const entries = targetsOf(notes).map((targetIds) => ({ ...entry, targetIds }))
  await db.insertInto('actionLog').values(entries).execute()
}

/** By what it was done, and whether a second factor was shown; of who has not signed in only the program is known. */
function clientOf({ kind, sessionId, factorGiven }: Principal, request: IncomingRequest) {
  const isNobody = kind === 'user' && sessionId === ''
  return {
    clientKind: isNobody ? null : clientKinds[kind],
    userAgent: request.header('user-agent')?.slice(0, 255) ?? null,
    factorGiven: factorGiven ?? null,
  }
}
