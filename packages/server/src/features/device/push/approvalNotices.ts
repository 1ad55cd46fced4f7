import { isCommandName, mqttApks, mqttTasks, type PushKind } from '@muster/contract'
import { sql } from 'kysely'
import { holdersOfAllAt } from '../../../access/holders.ts'
import type { Context } from '../../../kit/context.ts'
import { giveNotice } from '../../notice/index.ts'
import { pushLink } from './pushLink.ts'
import { rightsOf } from './rights.ts'

/** A push that waits, or waited, for a second person. */
interface WaitingPush {
  readonly id: string
  readonly kind: PushKind
  readonly args: object
  readonly taskNo: string
  /** The organisation of whoever gave it. */
  readonly orgId: string
  readonly createdBy: string | null
  /** All who have changed it before it began. */
  readonly editors?: readonly string[]
  /** One of several that come of the same: those who decide have been told of the first. */
  readonly isPart?: boolean
}

/**
 * Tells whoever may let a push go that it waits for him: who may approve, might give it himself, and sees
 * the organisation of its giver. Nobody is told of what he gave or changed.
 */
export async function tellApprovers(
  ctx: Pick<Context, 'db' | 'changed'>,
  push: WaitingPush,
): Promise<void> {
  const { db } = ctx
  const { id, kind, taskNo, orgId, createdBy, editors = [] } = push
  if (push.isPart && (await isToldOf(db, push))) return
  const { approve } = isCommandName(kind) ? mqttTasks : mqttApks
  const userIds = await holdersOfAllAt(db, {
    permissions: [approve.permission, ...rightsOf(push)],
    orgId,
    but: [createdBy, ...editors],
  })
  await giveNotice(ctx, {
    userIds,
    severity: 'INFO',
    textKey: 'notice.push.waits',
    values: { kind: { textKey: `device.command.${kind}` }, taskNo },
    link: pushLink(kind, id),
  })
}

/** Whether another of the same giver and kind waits by now. */
async function isToldOf(db: Context['db'], { id, kind, createdBy }: WaitingPush): Promise<boolean> {
  const { rows } =
    await sql`select from push where ended_at is null and state = 'APPROVAL' and kind = ${kind}
    and created_by is not distinct from ${createdBy} and id <> ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** Tells whoever gave a push what a second person has decided; a refusal has its reason. */
export async function tellDecision(
  ctx: Context,
  { id, kind, taskNo, createdBy }: Pick<WaitingPush, 'id' | 'kind' | 'taskNo' | 'createdBy'>,
  reason?: string,
): Promise<void> {
  const values = { kind: { textKey: `device.command.${kind}` }, taskNo } as const
  await giveNotice(ctx, {
    userIds: createdBy === null ? [] : [createdBy],
    link: pushLink(kind, id),
    ...(reason === undefined
      ? { severity: 'INFO', textKey: 'notice.push.approved', values }
      : { severity: 'WARNING', textKey: 'notice.push.rejected', values: { ...values, reason } }),
  })
}
