import {
  auditPack,
  auditRights,
  type AsyncTaskType,
  type Call,
  codes,
  exportOf,
  isClosedToTokens,
  uploads,
} from '@muster/contract'
import { importOf } from '@muster/contract/imports'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { mayCall } from '../../access/principal.ts'
import type { Context } from '../../kit/context.ts'
import { isTokenGood, readOwner } from '../../access/owner.ts'
import { placedNow } from '../../access/reach.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import type { DB } from '../../platform/schema.ts'
import { isNothing } from '../../access/sharedScope.ts'
import { builtCalls } from '../system/menu/index.ts'
import { type FrozenPrincipal, narrowedTo, principalOf } from '../../access/frozen.ts'

type Db = Kysely<DB>

interface Task {
  readonly type: string
  readonly params: unknown
  readonly principal: FrozenPrincipal
}

const about = z.looseObject({
  method: z.optional(z.string()),
  path: z.optional(z.string()),
  aim: z.optional(z.string()),
})

/** The calls that background work stands for; whoever lets it run must be allowed each of them. */
function callsOf({ type, params }: Task): readonly Call[] {
  const { method = 'GET', path, aim } = about.parse(params)
  const call = builtCalls.find((one) => one.method === method && one.path === path)
  const found = call && new Map(Object.entries(kinds)).get(type)?.(call, aim)
  if (found) return found
  if (type === 'UPLOAD_SCAN') return [uploads.rescan]
  // Whether bytes are what was announced is judged whoever sent them.
  if (type === 'UPLOAD_CHECK') return []
  throw new Refusal(codes.notFound, 'transfer.listGone')
}

type CallsOf = (call: Call, aim: string | undefined) => readonly Call[] | undefined

const ofImport: CallsOf = (page, aim) => {
  const sheet = importOf(page)
  if (!sheet) return undefined
  const { add, update } = sheet.of
  const writing = [...(aim === 'existing' ? [] : [add]), ...(aim === 'new' ? [] : [update])]
  return [sheet.calls.start, ...writing]
}

const kinds: Partial<Record<AsyncTaskType, CallsOf>> = {
  BATCH: (call) => [call],
  EXPORT: (page) => [exportOf(page)],
  DOCUMENT: (call) => (call === auditPack.make ? auditRights() : [call]),
  IMPORT: ofImport,
  IMPORT_CHECK: ofImport,
}

/**
 * Whom a task runs as: its owner with what he held when he asked and holds still. Refuses where he
 * may not sign in any more, or has lost a right that the work takes or all of its records, or where
 * the token has ended that he asked by: whoever ends one wants nothing more done by it.
 */
export async function ownerNow(db: Db, task: Task): Promise<FrozenPrincipal> {
  const calls = callsOf(task)
  const { principal: frozen } = task
  if (calls.length === 0) return frozen
  if (frozen.tokenId && !(await isTokenGood(db, frozen.tokenId)))
    throw new Refusal(codes.forbidden, 'task.tokenOver')
  const held = await readOwner(db, frozen)
  if (!held) throw new Refusal(codes.forbidden, 'task.ownerGone')
  const [scope = frozen.scope] = await placedNow(db, [frozen.scope])
  const now = narrowedTo({ ...frozen, scope }, held)
  requireRights(now, calls)
  if (isNothing(now.scope) && !isNothing(scope))
    throw new Refusal(codes.forbidden, 'task.scopeGone')
  return now
}

/**
 * Freezes a task anew that goes on or begins once more: nobody lets it do what its owner, or he
 * himself, may no longer do.
 */
export async function refreeze({ db, principal: caller }: Context, id: string): Promise<void> {
  const { rows } = await sql<Task>`select type, params, principal from async_task
    where id = ${id} for update`.execute(db)
  const [task] = rows
  if (!task) throw notFound()
  const calls = callsOf(task)
  if (calls.length === 0) return
  if (caller.kind === 'token' && calls.some(isClosedToTokens))
    throw new Refusal(codes.forbidden, 'task.notByToken')
  requireRights({ ...caller, permissions: [...caller.permissions] }, calls)
  const now = narrowedTo(await ownerNow(db, takenOver(task, caller)), {
    ...caller,
    scope: scopeFor(task.principal, caller),
  })
  await sql`update async_task set principal = ${JSON.stringify(now)} where id = ${id}`.execute(db)
}

/** What a token has asked for is its owner's own, with no more rights, where he himself lets it run. */
function takenOver(task: Task, { kind, userId }: Context['principal']): Task {
  const { tokenId: _, ...principal } = task.principal
  return kind === 'user' && userId === principal.userId
    ? { ...task, principal: { ...principal, kind } }
    : task
}

/** What is "own" to somebody else is not the owner's. */
function scopeFor({ userId }: FrozenPrincipal, { userId: callerId, scope }: Context['principal']) {
  if (userId === callerId) return scope
  return { ...scope, rules: scope.rules.map((rule) => ({ ...rule, isOwn: false })) }
}

function requireRights(who: FrozenPrincipal, calls: readonly Call[]): void {
  const lacking = calls.find(({ permission }) => !mayCall(principalOf(who), permission))
  if (!lacking) return
  const { permission } = lacking
  throw new Refusal(codes.forbidden, 'task.rightGone', {
    params: { name: who.userName, right: permission },
    data: { permission },
  })
}
