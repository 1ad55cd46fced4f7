import type { Principal } from '../../kit/context.ts'

/** What a change of an organisation's limit is judged by. */
export interface QuotaFacts {
  readonly before: number | null
  readonly wanted: number | null
  /** The smallest quota of the organisations above; null where none has one. */
  readonly above: number | null
  /** Whether the caller sees the organisation above, or everything. */
  readonly isRuledFromAbove: boolean
}

export type QuotaFault =
  | { readonly because: 'NOT_FROM_ABOVE' }
  | { readonly because: 'MORE_THAN_ABOVE'; readonly limit: number }

/** Limits are set from above: nobody raises his own, and none is larger than the one it lies under. */
export function faultOfQuota({
  before,
  wanted,
  above,
  isRuledFromAbove,
}: QuotaFacts): QuotaFault | null {
  if (wanted === before) return null
  if (!isRuledFromAbove) return { because: 'NOT_FROM_ABOVE' }
  if (wanted !== null && above !== null && wanted > above)
    return { because: 'MORE_THAN_ABOVE', limit: above }
  return null
}

/** A root is beside all others, so only who sees all of them may add one or move one there. */
export const mayBeRoot = ({ isSuperAdmin }: Principal): boolean => isSuperAdmin
