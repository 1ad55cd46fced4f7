import { type Call, devices, type InputOf, type WorkbenchCard } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { addressText, type Query } from '../../../platform/address.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import type { daysOf } from './span.ts'

/** Which terminals the board is about, as its address says. */
export interface EstateFilter {
  readonly orgId?: string
  readonly vendorId?: string
  readonly modelId?: string
}

/** What all cards of one board share. */
export interface Board {
  readonly filter: EstateFilter
  readonly days: ReturnType<typeof daysOf>
  /** Seconds between two readings; 0: only when asked. */
  readonly refresh: number
  /** On the whole screen, where nobody stands to press anything. */
  readonly isWallboard: boolean
  /** The arranging of a card, where the board is being arranged. */
  readonly arranging: Arranging | null
}

export interface Arranging {
  readonly move: (card: WorkbenchCard, by: -1 | 1) => void
  readonly hide: (card: WorkbenchCard) => void
  /** Drag and drop: a card is picked up, and let go on another one. */
  readonly pick: (card: WorkbenchCard) => void
  readonly drop: (onto: WorkbenchCard) => void
}

export const BoardContext = createContext<Board | null>(null)

/** The board around a card. */
export function useBoard(): Board {
  const board = use(BoardContext)
  if (!board) throw new Error('a card outside of a board')
  return board
}

/**
 * Figures of a card: read again as often as the board says, and kept while others are on their way.
 * What the user may not see is not asked for.
 */
export function useFigures<C extends Call>(c: C, input: InputOf<C>, isAllowed = true) {
  const { active } = usePage()
  const { refresh } = useBoard()
  return useQuery({
    ...query(c, input),
    placeholderData: keepPreviousData,
    subscribed: active,
    enabled: isAllowed,
    refetchInterval: refresh > 0 && refresh * 1000,
  })
}

/** Where the list of terminals shows what a figure of this board counts; null: not for this user. */
export function useDeviceLink(): (more?: Query) => string | undefined {
  const { filter } = useBoard()
  const isAllowed = useCan(devices.page.permission)
  return (more = {}) =>
    isAllowed
      ? `#${addressText({ path: '/device/list', query: { ...filter, ...more } })}`
      : undefined
}
