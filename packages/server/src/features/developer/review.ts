import { codes, type developers, type ParsedOf } from '@muster/contract'
import { isOnePerson } from '../../access/person.ts'
import type { Context } from '../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../kit/refusal.ts'
import {
  type LockedDeveloper,
  lockDeveloper,
  settleDeveloper,
  requireOther,
  tellAccount,
} from './developer.queries.ts'
import { agrees, approvalOf } from './developer.rules.ts'
import { readProgramme } from './programme.ts'

type Wish = ParsedOf<typeof developers.review>['body']

const moves = { START: 'start', APPROVED: 'approve', REJECTED: 'reject' } as const

/** Decides about an application, or takes it in hand. */
export async function review(ctx: Context, id: string, wish: Wish): Promise<{ count: number }> {
  const found = await lockDeveloper(ctx, id, moves[wish.result])
  await requireOther(ctx, found)
  if (wish.result === 'START') return settleDeveloper(ctx, found, { state: 'REVIEWING' })
  if (wish.result === 'REJECTED') return reject(ctx, found, wish.reason)
  return approve(ctx, found, wish)
}

const decided = (ctx: Context, reason: string) => ({
  reviewedBy: ctx.principal.userId,
  reviewedAt: ctx.now().toISOString(),
  reason: reason || null,
})

/** Who has approved an application before. */
async function firstOf(ctx: Context, { firstApprovedBy }: LockedDeveloper) {
  if (firstApprovedBy === null) return 'NOBODY'
  return (await isOnePerson(ctx, [firstApprovedBy])) ? 'SAME_PERSON' : 'ANOTHER'
}

async function reject(ctx: Context, found: LockedDeveloper, reason: string) {
  if (!reason) throw fieldRefusal('reason', 'rule.required')
  await tellAccount(ctx, found, { textKey: 'notice.developer.rejected', reason })
  const state = 'REJECTED'
  return settleDeveloper(ctx, found, { state, firstApprovedBy: null, ...decided(ctx, reason) })
}

async function approve(ctx: Context, found: LockedDeveloper, { checked, reason }: Wish) {
  const { agreementVersion, twoPerson, checklist } = await readProgramme(ctx.db)
  const { userId } = ctx.principal
  const approval = approvalOf({
    hasAgreed: agrees(found.agreementVersion, agreementVersion),
    checklist,
    checked,
    twoPerson,
    first: await firstOf(ctx, found),
  })
  if (approval === 'NOT_AGREED') throw new Refusal(codes.wrongState, 'developer.notAgreed')
  if (approval === 'UNCHECKED') throw fieldRefusal('checked', 'developer.unchecked')
  if (approval === 'SAME_PERSON') throw new Refusal(codes.warning, 'developer.samePerson')
  if (approval === 'FIRST')
    return settleDeveloper(ctx, found, { state: 'REVIEWING', firstApprovedBy: userId })
  await tellAccount(ctx, found, { textKey: 'notice.developer.approved' })
  return settleDeveloper(ctx, found, { state: 'APPROVED', ...decided(ctx, reason) })
}
