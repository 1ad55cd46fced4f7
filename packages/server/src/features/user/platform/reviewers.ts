import { platformUsers } from '@muster/contract'
import { holdersOf } from '../../../access/holders.ts'
import type { Context } from '../../../kit/context.ts'
import { giveNotice } from '../../notice/index.ts'

/** Tells those who may decide that somebody waits for it. */
export async function tellReviewers(ctx: Context, realName: string): Promise<void> {
  await giveNotice(ctx, {
    userIds: await holdersOf(ctx.db, platformUsers.review.permission),
    severity: 'INFO',
    textKey: 'notice.platformUser',
    values: { name: realName },
    link: '/access/platform-users?state=PENDING_REVIEW',
  })
}
