import { type ApplyKind, type ApplyState, mayApply, startsOf } from '@muster/contract'

/** What an approver answers for. */
export interface Sight {
  readonly seesSource: boolean
  readonly seesTarget: boolean
}

/** What an approval does: hand the request on, move the terminals, or nothing and why. */
export type Approval = 'PASS_ON' | 'MOVE' | 'SOURCE_FIRST' | 'NOT_YOURS' | 'OVER'

/** Whoever answers for the source speaks first, whoever answers for the target last. */
export function approvalOf(state: ApplyState, { seesSource, seesTarget }: Sight): Approval {
  if (!mayApply(state, 'approve')) return 'OVER'
  if (state === 'SOURCE_APPROVED') return seesTarget ? 'MOVE' : 'NOT_YOURS'
  if (!seesSource) return 'SOURCE_FIRST'
  return seesTarget ? 'MOVE' : 'PASS_ON'
}

/** States of terminals that a request of a kind may name. */
export const movableBy: Readonly<Record<ApplyKind, readonly string[]>> = {
  CLAIM: ['UNCLAIMED'],
  TRANSFER: ['STOCK', 'ASSIGNED', 'ACTIVE', 'SUSPENDED'],
  STOCK: ['STOCK', 'ASSIGNED'],
  REPLACE: startsOf('SWAP'),
  DECOMMISSION: startsOf('SCRAP'),
}

/** A request that nobody decides is over after so many days. */
export const applyDays = 30

/** Kinds that name their terminals one by one. */
export const namesTerminals = (kind: ApplyKind): boolean => kind !== 'STOCK'
