import { recordName, redacted } from '@muster/contract'
import type { Kysely } from 'kysely'
import type { ZodMiniType } from 'zod/mini'
import type { DB } from '../platform/schema.ts'
import type { IncomingRequest } from './incoming.ts'
import type { Principal } from '../access/principal.ts'
import type { Platform } from '../kit/context.ts'
import type { ActionNote } from '../platform/actionNote.ts'
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
  const record = onlyRecord(notes)
  const [before, after] = withName(
    [stateOf(notes, 'before', record), stateOf(notes, 'after', record)],
    record,
  )
  await db
    .insertInto('actionLog')
    .values({
      at: started.toISOString(),
      userId: by?.userId ?? null,
      userName: by?.userName ?? '',
      orgId: by?.orgId ?? null,
      impersonatorId: principal.impersonator?.userId ?? null,
      impersonatorName: principal.impersonator?.userName ?? null,
      method: route.call.method,
      path: route.call.path,
      permission: route.call.permission,
      targetIds: notes.flatMap((note) => note.targetIds ?? []).slice(0, 1000),
      request: maskedJson({
        ...withoutSecrets(route.call.schemas.params, parsed.params),
        ...withoutSecrets(route.call.schemas.query, parsed.query),
        ...withoutSecrets(route.call.schemas.body, parsed.body),
      }),
      before: maskedJson(before),
      after: maskedJson(after),
      code,
      ip: request.ip,
      ...clientOf(principal, request),
      durationMs: platform.now().getTime() - started.getTime(),
      requestId: request.id,
    })
    .execute()
}

const clientKinds = { user: 'CONSOLE', client: 'CLIENT', token: 'TOKEN' } as const

/** By what it was done, and whether a second factor was shown; of who has not signed in only the program is known. */
function clientOf({ kind, sessionId, factorGiven }: Principal, request: IncomingRequest) {
  const isNobody = kind === 'user' && sessionId === ''
  return {
    clientKind: isNobody ? null : clientKinds[kind],
    userAgent: request.header('user-agent')?.slice(0, 255) ?? null,
    factorGiven: factorGiven ?? null,
  }
}

type Noted = Readonly<Record<string, unknown>>

/** The record that a call was about, if it was about one. */
function onlyRecord(notes: readonly ActionNote[]): Noted | undefined {
  const about = notes.findLast((note) => note.about)?.about
  if (about) return about
  const rows = new Map(notes.flatMap(({ rows = [] }) => rows.map((row) => [row['id'], row])))
  return rows.size === 1 ? [...rows.values()][0] : undefined
}

/** What was noted of one record piece by piece is one state; of many, the first stands for all. */
function stateOf(notes: readonly ActionNote[], side: 'before' | 'after', record?: Noted): unknown {
  const states = notes.flatMap((note) => (note[side] === undefined ? [] : [note[side]]))
  const parts = states.filter(isPlain)
  return record && parts.length > 0 ? Object.assign({}, ...parts) : states[0]
}

/** Members that the log finds and shows a record by (its view `action_log_row`). */
const nameMembers = ['name', 'sn', 'userName', 'code'] as const

/** Where neither state says what the record is called, both do: it is no change. */
function withName(states: readonly unknown[], record: Noted | undefined): readonly unknown[] {
  const isNamed = states.some(
    (state) => isPlain(state) && nameMembers.some((member) => state[member]),
  )
  if (!record || isNamed) return states
  const name = recordName(record)
  const member = nameMembers.find((one) => record[one] === name) ?? 'name'
  return states.map((state = {}) => (isPlain(state) ? { ...state, [member]: name } : state))
}

const isPlain = (state: unknown): state is Noted =>
  typeof state === 'object' && state !== null && !Array.isArray(state)

/** The members of what was sent, those that the contract marks as secrets redacted. */
function withoutSecrets(schema: ZodMiniType | undefined, value: unknown): object {
  const kept = redacted(schema, value)
  return typeof kept === 'object' && kept !== null ? kept : {}
}
