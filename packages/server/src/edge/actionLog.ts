import type { Kysely } from 'kysely'
import type { DB } from '../platform/schema.ts'
import type { IncomingRequest } from './incoming.ts'
import type { Platform, Principal } from '../kit/context.ts'
import type { ActionNote } from '../platform/actionNote.ts'
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
  const before = notes.find((note) => note.before !== undefined)?.before
  const after = notes.find((note) => note.after !== undefined)?.after
  await db
    .insertInto('actionLog')
    .values({
      at: started.toISOString(),
      userId: principal.userName ? principal.userId : null,
      userName: principal.userName,
      orgId: principal.userName ? principal.orgId : null,
      impersonatorId: principal.impersonator?.userId ?? null,
      impersonatorName: principal.impersonator?.userName ?? null,
      method: route.call.method,
      path: route.call.path,
      permission: route.call.permission,
      targetIds: notes.flatMap((note) => note.targetIds ?? []).slice(0, 1000),
      request: asJson({
        ...asRecord(parsed.params),
        ...asRecord(parsed.query),
        ...asRecord(parsed.body),
      }),
      before: asJson(before),
      after: asJson(after),
      code,
      ip: request.ip,
      durationMs: platform.now().getTime() - started.getTime(),
      requestId: request.id,
    })
    .execute()
}

const asRecord = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {}

const asJson = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value, mask)

/** Secrets never reach a log, whatever the member that carries them is called around these words (the last two: keys of the map services). */
function mask(key: string, value: unknown): unknown {
  return /password|secret|token|publicKey|credential|codeId|totp|cipher|captcha|^(?:global|china)$/i.test(
    key,
  )
    ? '***'
    : value
}
