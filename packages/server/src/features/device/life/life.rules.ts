import { lifeMove, type Lifecycle, type LifeEvent, type TextKey } from '@muster/contract'
import { lifecycleOf } from '../lifecycle.rules.ts'

/** What a move is judged by. */
export interface Movable {
  readonly lifecycle: string
  /** When it last told of itself. */
  readonly informedAt: Date | null
  /** It was wiped, and has not been in contact since. */
  readonly isWiped: boolean
  /** It tells that somebody has opened it, or lacks keys. */
  readonly isUnsafe: boolean
  /** When it went to repair last, and from which state; null: nobody noted that it did. */
  readonly sentToRepair: { readonly at: Date; readonly from: string } | null
}

const day = 24 * 3600_000

/** Why a terminal may not make a move; null: it may. */
export function whyNotMove(
  device: Movable,
  event: LifeEvent,
  { now, keysErased = false }: { readonly now: Date; readonly keysErased?: boolean },
): TextKey | null {
  const { from, guard } = lifeMove(event)
  const { lifecycle, isWiped, isUnsafe } = device
  if (!from.includes(lifecycleOf(lifecycle))) return `life.not.${event}`
  if (guard === 'KEYS_ERASED' && !isWiped && !keysErased) return 'life.not.keys'
  if (guard !== 'KEYS_AND_INFORMATION') return null
  if (!isFresh(device, now)) return 'life.not.fresh'
  return isUnsafe ? 'life.not.unsafe' : null
}

/** What it told before its repair says nothing of how it comes back. */
const isFresh = ({ informedAt, sentToRepair }: Movable, now: Date): boolean =>
  informedAt !== null &&
  now.getTime() - informedAt.getTime() <= day &&
  (sentToRepair === null || informedAt > sentToRepair.at)

/** Where a terminal comes back to from repair. */
export const returnsTo = ({ sentToRepair }: Pick<Movable, 'sentToRepair'>): Lifecycle =>
  sentToRepair?.from === 'ASSIGNED' ? 'ASSIGNED' : 'ACTIVE'

/**
 * What of a terminal goes to the one that takes its place. Columns of its record; what lies in
 * tables of its own is handed over by `handover.queries.ts`.
 */
export const handedOver = ['tid', 'mid', 'name', 'orgId', 'stationId', 'tags'] as const
