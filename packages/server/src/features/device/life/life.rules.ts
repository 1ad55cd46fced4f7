import { lifeMove, type LifeEvent, type TextKey } from '@muster/contract'
import { lifecycleOf } from '../lifecycle.rules.ts'

/** What a move is judged by. */
export interface Movable {
  readonly lifecycle: string
  /** When it last told of itself. */
  readonly informedAt: Date | null
  /** It was wiped, and has not been in contact since. */
  readonly isWiped: boolean
}

const day = 24 * 3600_000

/** Why a terminal may not make a move; null: it may. */
export function whyNotMove(
  { lifecycle, informedAt, isWiped }: Movable,
  event: LifeEvent,
  { now, keysErased = false }: { readonly now: Date; readonly keysErased?: boolean },
): TextKey | null {
  const { from, guard } = lifeMove(event)
  if (!from.includes(lifecycleOf(lifecycle))) return `life.not.${event}`
  if (guard === 'KEYS_ERASED' && !isWiped && !keysErased) return 'life.not.keys'
  const isFresh = informedAt !== null && now.getTime() - informedAt.getTime() <= day
  return guard === 'FRESH_INFORMATION' && !isFresh ? 'life.not.fresh' : null
}

/**
 * What of a terminal goes to the one that takes its place. Columns of its record; what lies in
 * tables of its own is handed over by `handover.queries.ts`.
 */
export const handedOver = ['tid', 'mid', 'name', 'orgId', 'stationId', 'tags'] as const
