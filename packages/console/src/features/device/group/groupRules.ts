import type { Group, TextKey } from '@muster/contract'

type Rule = (group: Pick<Group, 'type' | 'state' | 'failure'>) => TextKey | null

const onlyDynamic: Rule = ({ type }) => (type === 'STATIC' ? 'group.why.static' : null)

const onlySettled: Rule = ({ state }) => (state === 'PENDING' ? 'group.why.pending' : null)

/** A copy of a static group would begin without its members. */
export const whyNotCopy = onlyDynamic

/**
 * The members of a static group are not found by anything, and while they are being found nobody
 * knows who they are; one that failed may be tried again, or keep those that it has.
 */
export const whyNotRebuild: Rule = (group) =>
  onlyDynamic(group) ?? (group.failure ? null : onlySettled(group))

export const whyNotSuspend = onlySettled

/** Any group holds somebody, but while they are being found nobody knows whom. */
export const whyNotCopyMembers = onlySettled
