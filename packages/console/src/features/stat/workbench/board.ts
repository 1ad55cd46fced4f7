import type { Call, InputOf, WorkbenchCard } from '@muster/contract'
import { createContext, use } from 'react'
import type { daysOf } from '../page/span.ts'
import { type EstateFilter, useFigures as useStatFigures } from '../page/stat.ts'

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

/** Figures of a card: read again as often as the board says. */
export function useFigures<C extends Call>(c: C, input: InputOf<C>, isAllowed = true) {
  const { refresh } = useBoard()
  return useStatFigures(c, input, { isAllowed, refresh })
}
