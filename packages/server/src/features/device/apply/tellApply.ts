import { applies, type Apply, type TextKey } from '@muster/contract'
import { holdersAt } from '../../../access/holders.ts'
import type { Context } from '../../../kit/context.ts'
import { giveNotice } from '../../notice/index.ts'

type Waiting = Pick<Apply, 'applyNo' | 'kind' | 'fromOrgId' | 'toOrgId' | 'createdBy'>

/**
 * Tells whoever decides next: those who may, and within whose data scope the organisation lies that gives
 * or, when it has agreed, the one that gets. Several requests for the same organisation are one notice.
 */
export async function tellApprovers(
  ctx: Context,
  waiting: readonly Waiting[],
  state: 'SUBMITTED' | 'SOURCE_APPROVED',
): Promise<void> {
  const places = Map.groupBy(waiting, ({ fromOrgId, toOrgId }) =>
    state === 'SUBMITTED' ? (fromOrgId ?? toOrgId) : toOrgId,
  )
  for (const [orgId, [first, ...more]] of places) {
    if (!first) continue
    const holders = await holdersAt(ctx.db, applies.approve.permission, orgId)
    // Nobody decides about his own request; who passed it on knows of it.
    const asking = new Set([first, ...more].map(({ createdBy }) => createdBy))
    const userIds = holders.filter((id) => id !== ctx.principal.userId && !isOnly(asking, id))
    const { applyNo, kind } = first
    await giveNotice(ctx, {
      userIds,
      severity: 'INFO',
      ...(more.length === 0
        ? {
            textKey: 'notice.apply.waits',
            values: { applyNo, kind: { textKey: `apply.kindShort.${kind}` } },
            link: `/device/apply?keyword=${applyNo}`,
          }
        : {
            textKey: 'notice.apply.waitMany',
            values: { count: more.length + 1 },
            link: '/device/apply?waiting=1',
          }),
    })
  }
}

const isOnly = (set: ReadonlySet<string>, id: string) => set.size === 1 && set.has(id)

/** Tells whom a decision was given to. */
export async function tellApprover(
  ctx: Context,
  { applyNo, kind }: Pick<Apply, 'applyNo' | 'kind'>,
  userId: string,
): Promise<void> {
  await giveNotice(ctx, {
    userIds: [userId],
    textKey: 'notice.apply.given',
    severity: 'INFO',
    values: { applyNo, kind: { textKey: `apply.kindShort.${kind}` } },
    link: `/device/apply?keyword=${applyNo}`,
  })
}

/** Tells whoever asked; a rejection has its reason. */
export async function tellApplicant(
  ctx: Context,
  { applyNo, createdBy }: Pick<Apply, 'applyNo' | 'createdBy'>,
  reason?: string,
): Promise<void> {
  const link = `/device/apply?keyword=${applyNo}`
  const [textKey, values]: [TextKey, Record<string, string>] =
    reason === undefined
      ? ['notice.apply.approved', { applyNo }]
      : ['notice.apply.rejected', { applyNo, reason }]
  const notice = { textKey, severity: 'INFO', values, link } as const
  await giveNotice(ctx, { userIds: [createdBy], ...notice })
}
