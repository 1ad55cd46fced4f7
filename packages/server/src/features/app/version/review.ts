import { type apks, codes, packageRules, type ParsedOf, type TextKey } from '@muster/contract'
import { sql } from 'kysely'
import { holdersOfAllAt } from '../../../access/holders.ts'
import { isOnePerson } from '../../../access/person.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { giveNotice } from '../../notice/index.ts'
import { readSetting } from '../../system/setting/index.ts'
import { isByCaller } from '../waiting.ts'
import { type LockedApk, lockApk, moveApk } from './move.ts'
import { linkTo } from './linkTo.ts'

/** Hands a version in; those who decide about it are told. */
export async function submit(ctx: Context, id: string): Promise<{ count: number }> {
  const found = await lockApk(ctx, id, 'submit')
  const { userId } = ctx.principal
  const userIds = await holdersOfAllAt(ctx.db, {
    permissions: [reviewRight],
    orgId: found.orgId,
    but: [userId, found.createdBy],
  })
  await tell(ctx, found, { userIds, textKey: 'notice.apk.submitted' })
  const submittedAt = ctx.now().toISOString()
  return moveApk(ctx, found, { moves: ['submit'], changes: { submittedBy: userId, submittedAt } })
}

const reviewRight = 'APK_REVIEW'

/** Takes a version back that nobody has begun to review. */
export async function withdraw(ctx: Context, id: string): Promise<{ count: number }> {
  const found = await lockApk(ctx, id, 'withdraw')
  return moveApk(ctx, found, {
    moves: ['withdraw'],
    changes: { submittedBy: null, submittedAt: null },
  })
}

type Wish = ParsedOf<typeof apks.review>['body']

const decisions = {
  START: 'start',
  APPROVED: 'approve',
  CHANGES_REQUESTED: 'requestChanges',
  REJECTED: 'reject',
} as const

/** Decides about a version, or takes it in hand: never whoever has made, changed or handed it in. */
export async function review(ctx: Context, id: string, wish: Wish): Promise<{ count: number }> {
  const { result, reason } = wish
  const found = await lockApk(ctx, id, decisions[result])
  const { userId } = ctx.principal
  const isOwn = await isOnePerson(ctx, [found.createdBy, found.submittedBy])
  if (isOwn || (await hasWritten(ctx, id))) throw new Refusal(codes.warning, 'apk.own')
  if (result === 'START') return moveApk(ctx, found, { moves: ['start'] })
  const changes = {
    reviewedBy: userId,
    reviewedAt: ctx.now().toISOString(),
    reason: reason || null,
  }
  if (result === 'APPROVED') return approve(ctx, found, { wish, changes })
  if (!reason) throw fieldRefusal('reason', 'rule.required')
  const isFinal = result === 'REJECTED'
  const textKey = isFinal ? 'notice.apk.rejected' : 'notice.apk.changes'
  await tell(ctx, found, { userIds: makersOf(found), textKey, reason })
  return moveApk(ctx, found, { moves: [decisions[result]], changes, reason })
}

/** Whether the caller has had a hand in the version at any time. */
async function hasWritten(ctx: Context, id: string): Promise<boolean> {
  const { rows } = await sql`select from apk_review wrote
    where wrote.apk_id = ${id} and ${isByCaller(ctx)} limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** What is approved is signed at once: no signer of its own is set up, the signature it came with stays. */
async function approve(
  ctx: Context,
  found: LockedApk,
  { wish, changes }: { readonly wish: Wish; readonly changes: object },
) {
  const { reason, checked } = wish
  const { checklist } = await readSetting(ctx.db, packageRules)
  if (!checklist.every((item) => checked.includes(item)))
    throw fieldRefusal('checked', 'developer.unchecked')
  await tell(ctx, found, { userIds: makersOf(found), textKey: 'notice.apk.approved' })
  return moveApk(ctx, found, {
    moves: ['approve', 'sign', 'signed'],
    changes: { ...changes },
    reason: reason || null,
    checked,
  })
}

const makersOf = ({ createdBy, submittedBy }: LockedApk): string[] => [
  ...new Set([createdBy, submittedBy].filter((id) => id !== null)),
]

interface Message {
  readonly userIds: readonly string[]
  readonly textKey: TextKey
  readonly reason?: string
}

/** Tells people of a version; nobody of what he does himself. */
async function tell(
  ctx: Context,
  { id, appId, appName, versionName }: LockedApk,
  { userIds, textKey, reason = '' }: Message,
): Promise<void> {
  await giveNotice(ctx, {
    userIds: userIds.filter((id) => id !== ctx.principal.userId),
    severity: 'INFO',
    textKey,
    values: { name: appName, version: versionName, reason },
    link: textKey === 'notice.apk.submitted' ? linkTo(appId, id) : linkTo(appId),
  })
}
