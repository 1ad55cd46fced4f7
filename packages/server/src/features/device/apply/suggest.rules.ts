import type { ClaimReason } from '@muster/contract'

/** A terminal of the same model that somebody has, by its serial number the next one on a side. */
export interface Neighbour {
  readonly sn: string
  readonly orgId: string
}

/** What is known of a terminal that knocked. */
export interface Evidence {
  readonly sn: string
  readonly below: Neighbour | null
  readonly above: Neighbour | null
  readonly ip: string | null
  /** The organisations whose terminals came from the same address lately. */
  readonly sameAddress: readonly string[]
  /** Whose enrolment key it showed; null: the installation's own, which says nothing. */
  readonly keyOrgId: string | null
}

export interface Candidate {
  readonly orgId: string
  readonly reason: ClaimReason
  /** What it was told by: serial numbers, an address. */
  readonly detail: string | null
}

/** So many last characters differ within a shipment. */
const ownDigits = 3

/** Whether two serial numbers lie in one shipment: all but their last characters are the same. */
const isNear = (sn: string, { sn: other }: Neighbour): boolean =>
  sn.length === other.length && sn.slice(0, -ownDigits) === other.slice(0, -ownDigits)

/** Whose a terminal may be, what speaks most for it first. */
export function suggestionsFor(evidence: Evidence): Candidate[] {
  const { sn, below, above, ip, sameAddress, keyOrgId } = evidence
  const near = [below, above].filter((one) => one !== null).filter((one) => isNear(sn, one))
  const shipped = new Set(near.map(({ orgId }) => orgId))
  const found: Candidate[] = []
  const [shipment] = shipped
  // A shipment that was divided just here says nothing.
  if (shipment !== undefined && shipped.size === 1) {
    const detail = near.map((one) => one.sn).join(', ')
    found.push({ orgId: shipment, reason: 'SERIAL', detail })
  }
  const [neighbour] = sameAddress
  if (neighbour !== undefined && sameAddress.length === 1)
    found.push({ orgId: neighbour, reason: 'ADDRESS', detail: ip })
  if (keyOrgId !== null) found.push({ orgId: keyOrgId, reason: 'KEY', detail: null })
  return found
}
