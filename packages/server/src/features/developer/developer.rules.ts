const hour = 3_600_000

/** Until when an applicant is to be answered; null: nobody promised anything, or it is decided. */
export function dueAt(
  { state, appliedAt }: { readonly state: string; readonly appliedAt: string },
  slaHours: number,
): string | null {
  if (slaHours === 0 || (state !== 'APPLIED' && state !== 'REVIEWING')) return null
  return new Date(Date.parse(appliedAt) + slaHours * hour).toISOString()
}

/** What an approval does. */
export type Approval = 'APPROVE' | 'FIRST' | 'SAME_PERSON' | 'NOT_AGREED' | 'UNCHECKED'

export interface Case {
  readonly hasAgreed: boolean
  readonly checklist: readonly string[]
  readonly checked: readonly string[]
  readonly twoPerson: boolean
  /** Whether somebody has approved it already, and whether that was the reviewer himself. */
  readonly first: 'NOBODY' | 'SAME_PERSON' | 'ANOTHER'
}

/** Everything that is asked for is there; where two have to agree, the second is somebody else. */
export function approvalOf(one: Case): Approval {
  if (!one.hasAgreed) return 'NOT_AGREED'
  if (!one.checklist.every((item) => one.checked.includes(item))) return 'UNCHECKED'
  if (!one.twoPerson) return 'APPROVE'
  if (one.first === 'NOBODY') return 'FIRST'
  return one.first === 'SAME_PERSON' ? 'SAME_PERSON' : 'APPROVE'
}

/** Whether a mail address is in one of these domains. */
export const isOfDomain = (email: string | null, domains: readonly string[]): boolean =>
  email !== null && domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** Whether an applicant has accepted the agreement in force. */
export const agrees = (accepted: string | null, inForce: string | null): boolean =>
  inForce === null || accepted === inForce
