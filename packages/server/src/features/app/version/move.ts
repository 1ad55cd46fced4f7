import {
  type ApkMove,
  apkMoves,
  apksPath,
  type ApkState,
  appsPath,
  codes,
  mayMoveApk,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { apkScope } from '../appScope.ts'
import { noteSteps } from './trail.ts'

/** What of a version decisions are taken by; it and its application are locked until the commit. */
export interface LockedApk {
  readonly id: string
  readonly appId: string
  readonly appName: string
  readonly appStatus: number
  readonly orgId: string
  readonly versionCode: number
  readonly versionName: string
  readonly state: ApkState
  readonly track: string
  readonly status: number
  readonly createdBy: string | null
  readonly submittedBy: string | null
  readonly publishAt: string | null
  readonly version: number
}

/** Locks a version for a move; refuses one that its state does not know. */
export async function lockApk(ctx: Context, id: string, move: ApkMove): Promise<LockedApk> {
  const found = await lockAnyApk(ctx, id)
  if (!mayMoveApk(found.state, move)) throw wrongState(found.state)
  return found
}

/** A version cannot be moved so from where it stands. */
export const wrongState = (state: ApkState) =>
  new Refusal(codes.wrongState, `apk.isNow.${state}`, { data: { state } })

/** The application first, as those do that make and publish its versions. */
async function lockAnyApk(ctx: Context, id: string): Promise<LockedApk> {
  const seen = apkScope.rows(ctx.principal)
  await sql`select from app where id = (select app_id from apk where id = ${id} and ${seen})
    for no key update`.execute(ctx.db)
  const { rows } =
    await sql<LockedApk>`select apk.*, app.name as app_name, app.status as app_status,
      app.org_id
    from apk join app on app.id = apk.app_id
    where apk.id = ${id} and apk.deleted_at is null and app.deleted_at is null and ${seen}
    for no key update of apk`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

interface Moved {
  /** One after the other; what comes after the first follows by itself. */
  readonly moves: readonly ApkMove[]
  readonly changes?: Readonly<Record<string, unknown>>
  readonly reason?: string | null
  readonly checked?: readonly string[]
}

/** Writes what became of a locked version, tells the log, the trail and the consoles. */
export async function moveApk(
  ctx: Context,
  before: LockedApk,
  { moves, changes = {}, reason = null, checked = [] }: Moved,
): Promise<{ count: number }> {
  const { id, state, appId, orgId } = before
  const [first, ...others] = moves.map((move) => apkMoves[move].to)
  const last = others.at(-1) ?? first ?? state
  await changeApk(ctx, before, { ...changes, state: last })
  const by = ctx.principal.userId
  if (first) await noteSteps(ctx, { apkId: id, states: [state, first], reason, checked, by })
  // What follows by itself, nobody has done.
  if (first && others.length > 0)
    await noteSteps(ctx, { apkId: id, states: [first, ...others], by: null })
  ctx.changed(appsPath, [appId], [orgId])
  return { count: 1 }
}

/** Writes something of a locked version that is no move. */
export async function changeApk(
  ctx: Context,
  { id, appName, versionName, state, orgId, version }: LockedApk,
  changes: Readonly<Record<string, unknown>>,
): Promise<{ count: number }> {
  await ctx.db
    .updateTable('apk')
    .set({
      ...changes,
      version: version + 1,
      updatedAt: ctx.now().toISOString(),
      updatedBy: ctx.principal.userId,
    })
    .where('id', '=', id)
    .execute()
  const name = `${appName} ${versionName}`
  ctx.note({ targetIds: [id], about: { name }, before: { state }, after: changes })
  ctx.changed(apksPath, [id], [orgId])
  return { count: 1 }
}
