import { codes, type ParsedOf, type TextKey, type upgradeVersions } from '@muster/contract'
import { sql } from 'kysely'
import { holdersAt } from '../../../access/holders.ts'
import { isOnePerson } from '../../../access/person.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { giveNotice } from '../../notice/index.ts'
import { type LockedVersion, lockForMove, moveVersion } from './move.ts'
import { isByCaller } from './waiting.ts'

/** Hands a version in: a worker checks its file, then a second person decides. */
export async function submit(ctx: Context, id: string): Promise<{ count: number }> {
  const found = await lockForMove(ctx, id, 'submit')
  const changes = {
    submittedBy: ctx.principal.userId,
    submittedAt: ctx.now().toISOString(),
    problems: '[]',
  }
  return moveVersion(ctx, found, { move: 'submit', changes })
}

/** Takes a version back that nobody has decided about. */
export async function withdraw(ctx: Context, id: string): Promise<{ count: number }> {
  const found = await lockForMove(ctx, id, 'withdraw')
  const changes = { submittedBy: null, submittedAt: null }
  return moveVersion(ctx, found, { move: 'withdraw', changes })
}

type Wish = ParsedOf<typeof upgradeVersions.review>['body']

/** Decides about a version as he has seen it: never whoever has made, changed or handed it in. */
export async function review(
  ctx: Context,
  id: string,
  { result, reason, ...seen }: Wish,
): Promise<{ count: number }> {
  const isApproved = result === 'APPROVED'
  const move = isApproved ? 'approve' : 'reject'
  const found = await lockForMove(ctx, id, move)
  if (await isOwn(ctx, found)) throw new Refusal(codes.warning, 'upgradeVersion.own')
  await requireSeen(ctx, found, seen)
  if (!isApproved && !reason) throw fieldRefusal('reason', 'rule.required')
  const changes = {
    reviewedBy: ctx.principal.userId,
    reviewedAt: ctx.now().toISOString(),
    reason: reason || null,
  }
  await tell(ctx, found, {
    userIds: [...new Set([found.createdBy, found.submittedBy].filter((id) => id !== null))],
    textKey: isApproved ? 'notice.upgradeVersion.approved' : 'notice.upgradeVersion.rejected',
    reason,
  })
  const { versionName, sha256 } = seen
  const noted = { versionName, sha256 }
  return moveVersion(ctx, found, { move, changes, reason: reason || null, noted })
}

/** It may have been taken back, changed and handed in again since he looked at it: then nobody has agreed. */
async function requireSeen(
  { db }: Context,
  { fileId, versionName, version }: LockedVersion,
  seen: Pick<Wish, 'version' | 'versionName' | 'sha256'>,
): Promise<void> {
  const { rows } = await sql<{ sha256: string }>`select encode(sha256, 'hex') as sha256
    from upload where id = ${fileId}`.execute(db)
  const [{ sha256 } = { sha256: '' }] = rows
  const isSameFile = seen.versionName === versionName && seen.sha256 === sha256
  if (isSameFile && seen.version === version) return
  // With the same file it may be for other models by now, or ask for something else.
  const says = isSameFile ? 'upgradeVersion.changedSince' : 'upgradeVersion.otherFile'
  throw new Refusal(codes.versionConflict, says, {
    params: { version: versionName, sha256 },
    data: { version, versionName, sha256 },
  })
}

/** Whether the caller has made the version, or had a hand in it at any time. */
async function isOwn(ctx: Context, found: LockedVersion): Promise<boolean> {
  if (await isOnePerson(ctx, [found.createdBy, found.submittedBy])) return true
  const { rows } = await sql`select from upgrade_version_review wrote
    where wrote.upgrade_version_id = ${found.id} and ${isByCaller(ctx)} limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** Those who may decide about versions of an organisation. */
export const reviewersAt = (db: Context['db'], orgId: string) =>
  holdersAt(db, 'VERSION_REVIEW', orgId)

interface Message {
  readonly userIds: readonly string[]
  readonly textKey: TextKey
  readonly reason: string
}

/** Tells people of a version; nobody of what he does himself. */
async function tell(
  ctx: Context,
  { name, versionName }: LockedVersion,
  { userIds, textKey, reason }: Message,
): Promise<void> {
  await giveNotice(ctx, {
    userIds: userIds.filter((id) => id !== ctx.principal.userId),
    severity: 'INFO',
    textKey,
    values: { name: `${name} ${versionName}`, reason },
    link: '/upgrade/version',
  })
}
