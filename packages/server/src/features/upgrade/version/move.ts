import {
  codes,
  mayMoveVersion,
  type VersionMove,
  versionMoves,
  upgradeVersionsPath,
  type VersionState,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { versionScope } from '../../device/index.ts'
import { noteStep } from './trail.ts'

/** What of a version decisions are taken by; it is locked until the commit. */
export interface LockedVersion {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly kind: string
  readonly versionName: string
  readonly fileId: string
  readonly modelIds: readonly string[]
  readonly state: VersionState
  readonly status: number
  readonly createdBy: string | null
  readonly submittedBy: string | null
  readonly recalledAt: string | null
  readonly version: number
}

/** Locks a version; refuses one that the caller does not see. */
export async function lockVersion(ctx: Context, id: string): Promise<LockedVersion> {
  const { rows } = await sql<LockedVersion>`select * from upgrade_version where id = ${id}
    and deleted_at is null and ${versionScope.rows(ctx.principal)} for no key update`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Locks a version for a move; refuses one that its state does not know. */
export async function lockForMove(
  ctx: Context,
  id: string,
  move: VersionMove,
): Promise<LockedVersion> {
  const found = await lockVersion(ctx, id)
  if (!mayMoveVersion(found.state, move)) throw wrongState(found.state)
  return found
}

/** A version cannot be changed so from where it stands. */
export const wrongState = (state: VersionState) =>
  new Refusal(codes.wrongState, `upgradeVersion.isNow.${state}`, { data: { state } })

interface Moved {
  readonly move: VersionMove
  readonly changes?: Readonly<Record<string, unknown>>
  readonly reason?: string | null
  /** What the log says beside it. */
  readonly noted?: object
}

/** Writes what became of a locked version, tells the log, the trail and the consoles. */
export async function moveVersion(
  ctx: Context,
  before: LockedVersion,
  { move, changes = {}, reason = null, noted }: Moved,
): Promise<{ count: number }> {
  const { to } = versionMoves[move]
  const { id, state } = before
  await noteStep(ctx, { id, before: state, after: to, reason, by: ctx.principal.userId })
  return changeVersion(ctx, before, { set: { ...changes, state: to }, noted })
}

interface Change {
  readonly set: Readonly<Record<string, unknown>>
  readonly noted?: object | undefined
}

/** Writes something of a locked version. */
export async function changeVersion(
  ctx: Context,
  { id, name, versionName, state, orgId, version }: LockedVersion,
  { set, noted }: Change,
): Promise<{ count: number }> {
  await ctx.db
    .updateTable('upgradeVersion')
    .set({
      ...set,
      version: version + 1,
      updatedAt: ctx.now().toISOString(),
      updatedBy: ctx.principal.userId,
    })
    .where('id', '=', id)
    .execute()
  ctx.note({
    targetIds: [id],
    about: { name: `${name} ${versionName}` },
    before: { state },
    after: { ...set, ...noted },
  })
  ctx.changed(upgradeVersionsPath, [id], [orgId])
  return { count: 1 }
}
