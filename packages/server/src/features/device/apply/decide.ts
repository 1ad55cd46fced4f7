import { codes, isInPlace, mostMovedRequests, rightToDecide } from '@muster/contract'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { holdPlaces } from '../../organization/index.ts'
import {
  type LockedApply,
  lockApplies,
  lockApply,
  seenOf,
  settleApply,
  settleMany,
} from './apply.queries.ts'
import { type Approval, approvalOf } from './apply.rules.ts'
import { carryOut } from './carryOut.ts'
import { tellApplicant, tellApprovers } from './tellApply.ts'

/** Agrees to one request: hands it on, or does what was asked for. */
export async function approve(ctx: Context, id: string) {
  const found = await lockApply(ctx, id, 'approve')
  requireDecider(ctx, found)
  const seen = await seenOf(ctx, [found.fromOrgId, found.toOrgId])
  await approveAll(ctx, [found], seen)
  return { count: 1 }
}

/**
 * Agrees to all of some requests or to none. Those that only pass on to the next are written in one
 * statement; each that moves terminals is its own move, so there are so many of them at most.
 */
export async function approveMany(ctx: Context, ids: readonly string[]) {
  const found = await lockApplies(ctx, ids, 'approve')
  if (found.some(({ kind }) => isInPlace(kind))) throw new Refusal(codes.warning, 'apply.oneByOne')
  for (const one of found) requireDecider(ctx, one)
  const seen = await seenOf(
    ctx,
    found.flatMap(({ fromOrgId, toOrgId }) => [fromOrgId, toOrgId]),
  )
  await approveAll(ctx, found, seen)
  return { count: found.length }
}

async function approveAll(
  ctx: Context,
  found: readonly LockedApply[],
  seen: ReadonlySet<string>,
): Promise<void> {
  const judged = found.map((one) => ({ one, approval: requireApproval(one, seen) }))
  const of = (wanted: Approval) =>
    judged.flatMap(({ one, approval }) => (approval === wanted ? [one] : []))
  const [passed, moving] = [of('PASS_ON'), of('MOVE')]
  if (moving.length > mostMovedRequests)
    throw new Refusal(codes.warning, 'apply.tooManyMoves', { params: { most: mostMovedRequests } })
  if (passed.length > 0) {
    await settleMany(ctx, passed, { state: 'SOURCE_APPROVED', ...decided(ctx) })
    await tellApprovers(ctx, passed, 'SOURCE_APPROVED')
  }
  // All quotas before any terminal, as with everybody who brings terminals in.
  if (moving.length > 0)
    await holdPlaces(
      ctx,
      moving.map(({ toOrgId }) => toOrgId),
    )
  for (const one of moving) {
    await carryOut(ctx, one)
    await tellApplicant(ctx, one)
  }
}

function requireApproval(found: LockedApply, seen: ReadonlySet<string>): Approval {
  const approval = approvalOf(found.state, sightOf(found, seen))
  if (approval === 'SOURCE_FIRST') throw new Refusal(codes.wrongState, 'apply.sourceFirst')
  if (approval === 'NOT_YOURS') throw notYours()
  return approval
}

export async function reject(ctx: Context, id: string, reason: string) {
  const found = await lockApply(ctx, id, 'reject')
  const seen = await seenOf(ctx, [found.fromOrgId, found.toOrgId])
  const { seesSource, seesTarget } = sightOf(found, seen)
  if (!seesSource && !seesTarget) throw notYours()
  await settleApply(ctx, found, { state: 'REJECTED', ...decided(ctx), decision: reason })
  await tellApplicant(ctx, found, reason)
  return { count: 1 }
}

/** Tries again to do what could not be done with all terminals. */
export async function execute(ctx: Context, id: string) {
  const found = await lockApply(ctx, id, 'execute')
  requireDecider(ctx, found)
  const seen = await seenOf(ctx, [found.fromOrgId, found.toOrgId])
  const { seesSource, seesTarget } = sightOf(found, seen)
  if (!seesSource || !seesTarget) throw notYours()
  await carryOut(ctx, found)
  return { count: 1 }
}

/** Nobody decides about what he asked for himself, nor about what he may not do. */
function requireDecider(ctx: Context, { createdBy, kind }: LockedApply): void {
  if (createdBy === ctx.principal.userId) throw new Refusal(codes.warning, 'apply.own')
  const right = rightToDecide(kind)
  if (right !== null && !mayCall(ctx.principal, right))
    throw new Refusal(codes.warning, 'apply.needsRight')
}

const notYours = () => new Refusal(codes.warning, 'apply.notYours')

export async function lockOwn(ctx: Context, id: string, move: Parameters<typeof lockApply>[2]) {
  const found = await lockApply(ctx, id, move)
  if (found.createdBy !== ctx.principal.userId) throw new Refusal(codes.warning, 'apply.notOwn')
  return found
}

const sightOf = ({ fromOrgId, toOrgId }: LockedApply, seen: ReadonlySet<string>) => ({
  seesSource: fromOrgId === null || seen.has(fromOrgId),
  seesTarget: seen.has(toOrgId),
})

const decided = (ctx: Context) => ({
  decidedBy: ctx.principal.userId,
  decidedAt: ctx.now().toISOString(),
})
