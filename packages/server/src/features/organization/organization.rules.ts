import type { Principal } from '../../access/principal.ts'

/** What a change of an organisation's limit is judged by. */
export interface QuotaFacts {
  readonly before: number | null
  readonly wanted: number | null
  /** What the quotas above leave to it; null where there is none. */
  readonly above: number | null
  /** Terminals that take a place of it already. */
  readonly used: number
  /** Whether the caller sees the organisation above, or everything. */
  readonly isRuledFromAbove: boolean
}

export type QuotaFault =
  | { readonly because: 'NOT_FROM_ABOVE' }
  | { readonly because: 'MORE_THAN_ABOVE'; readonly limit: number }
  | { readonly because: 'LESS_THAN_USED'; readonly limit: number }

/** Limits are set from above: nobody raises his own, none is larger than what is left, or less than what is used. */
export function faultOfQuota({
  before,
  wanted,
  above,
  used,
  isRuledFromAbove,
}: QuotaFacts): QuotaFault | null {
  if (wanted === before) return null
  if (!isRuledFromAbove) return { because: 'NOT_FROM_ABOVE' }
  if (wanted !== null && above !== null && wanted > above)
    return { because: 'MORE_THAN_ABOVE', limit: above }
  if (wanted !== null && wanted < used) return { because: 'LESS_THAN_USED', limit: used }
  return null
}

/** A root is beside all others, so only who sees all of them may add one or move one there. */
export const mayBeRoot = ({ isSuperAdmin }: Principal): boolean => isSuperAdmin
