import { codes, isInPlace, mostMovedRequests } from '@muster/contract'
import { isOnePerson } from '../../../access/person.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { holdPlaces } from '../../organization/index.ts'
import {
  beyondSight,
  type LockedApply,
  lockApplies,
  lockApply,
  mayDecideOn,
  seenOf,
  settleApply,
  settleMany,
} from './apply.queries.ts'
import { type Approval, approvalOf, type Sight } from './apply.rules.ts'
import { carryOut } from './carryOut.ts'
import { tellApplicant, tellApprovers } from './tellApply.ts'

/** Agrees to one request: hands it on, or does what was asked for. */
export async function approve(ctx: Context, id: string) {
  const found = await lockApply(ctx, id, 'approve')
  await requireDecider(ctx, found)
  await approveAll(ctx, [found])
  return { count: 1 }
}

/**
 * Agrees to all of some requests or to none. Those that only pass on to the next are written in one
 * statement; each that moves terminals is its own move, so there are so many of them at most.
 */
export async function approveMany(ctx: Context, ids: readonly string[]) {
  const found = await lockApplies(ctx, ids, 'approve')
  if (found.some(({ kind, keep }) => isInPlace(kind) || keep === 'WIPE'))
    throw new Refusal(codes.warning, 'apply.oneByOne')
  await requireDecider(ctx, ...found)
  await approveAll(ctx, found)
  return { count: found.length }
}

async function approveAll(ctx: Context, found: readonly LockedApply[]): Promise<void> {
  const sightOf = await sightOver(ctx, found)
  const judged = found.map((one) => ({ one, approval: requireApproval(one, sightOf(one)) }))
  const of = (wanted: Approval) =>
    judged.flatMap(({ one, approval }) => (approval === wanted ? [one] : []))
  const [passed, moving] = [of('PASS_ON'), of('MOVE')]
  if (moving.length > mostMovedRequests)
    throw new Refusal(codes.warning, 'apply.tooManyMoves', { params: { most: mostMovedRequests } })
  if (passed.length > 0) {
    await settleMany(ctx, passed, {
      state: 'SOURCE_APPROVED',
      approverId: null,
      ...decided(ctx),
    })
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

export function requireApproval({ state }: LockedApply, sight: Sight): Approval {
  const approval = approvalOf(state, sight)
  if (approval === 'SOURCE_FIRST') throw new Refusal(codes.wrongState, 'apply.sourceFirst')
  if (approval === 'NOT_YOURS') throw notYours()
  return approval
}

export async function reject(ctx: Context, id: string, reason: string) {
  const found = await lockApply(ctx, id, 'reject')
  const { seesSource, seesTarget } = (await sightOver(ctx, [found]))(found)
  if (!seesSource && !seesTarget) throw notYours()
  await settleApply(ctx, found, { state: 'REJECTED', ...decided(ctx), decision: reason })
  await tellApplicant(ctx, found, reason)
  return { count: 1 }
}

/** Tries again to do what could not be done with all terminals; a word about their keys stays with the request. */
export async function execute(ctx: Context, id: string, keysErased: boolean) {
  const found = await lockApply(ctx, id, 'execute')
  await requireDecider(ctx, found)
  const { seesSource, seesTarget } = (await sightOver(ctx, [found]))(found)
  if (!seesSource || !seesTarget) throw notYours()
  const isSaid = found.kind === 'DECOMMISSION' && keysErased
  await carryOut(ctx, { ...found, keysErased: found.keysErased || isSaid })
  return { count: 1 }
}

/** Nobody decides about what he asked for himself, nor about what he may not do. */
export async function requireDecider(
  ctx: Context,
  ...found: readonly LockedApply[]
): Promise<void> {
  const givers = found.map(({ createdBy }) => createdBy)
  if (await isOnePerson(ctx, givers)) throw new Refusal(codes.warning, 'apply.own')
  if (!found.every((one) => mayDecideOn(ctx.principal, one)))
    throw new Refusal(codes.warning, 'apply.needsRight')
}

const notYours = () => new Refusal(codes.warning, 'apply.notYours')

/** What the caller answers for of each of some requests. */
export async function sightOver(
  ctx: Context,
  found: readonly LockedApply[],
): Promise<(one: LockedApply) => Sight> {
  const seen = await seenOf(
    ctx,
    found.flatMap(({ fromOrgId, toOrgId }) => [fromOrgId, toOrgId]),
  )
  const beyond = await beyondSight(
    ctx,
    found.map(({ id }) => id),
  )
  return ({ id, fromOrgId, toOrgId }) => ({
    seesSource: fromOrgId === null || (seen.has(fromOrgId) && !beyond.has(id)),
    seesTarget: seen.has(toOrgId),
  })
}

const decided = (ctx: Context) => ({
  decidedBy: ctx.principal.userId,
  decidedAt: ctx.now().toISOString(),
})
