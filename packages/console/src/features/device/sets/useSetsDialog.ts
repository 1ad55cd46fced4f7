import { type Dialog, useDialog } from '../../../kit/dialog/useDialog.ts'
import type { Chosen } from '../life/useLifeDialog.ts'
import type { SetAct } from './setActs.ts'

export interface SetAsk {
  readonly act: SetAct
  readonly chosen: Chosen
}

export type SetsDialogState = Dialog<SetAsk>

export const useSetsDialog = (): SetsDialogState => useDialog<SetAsk>()
