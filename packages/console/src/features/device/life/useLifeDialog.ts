import type { Device } from '@muster/contract'
import { type Dialog, useDialog } from '../../../kit/dialog/useDialog.ts'
import type { chosenOf } from '../../../ui/table/useSelection.ts'
import type { LifeAct } from './lifeActs.ts'

/** Terminals that were chosen in a list. */
export interface Chosen {
  readonly which: ReturnType<typeof chosenOf>
  readonly count: number
  /** Called when it is done. */
  readonly done: () => void
}

/** What is asked about: an act, and one terminal or many. */
export interface LifeAsk {
  readonly act: LifeAct
  readonly device: Device | null
  readonly chosen: Chosen | null
}

export type LifeDialogState = Dialog<LifeAsk>

export const useLifeDialog = (): LifeDialogState => useDialog<LifeAsk>()
