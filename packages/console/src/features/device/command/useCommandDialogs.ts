import { type Dialog, useDialog } from '../../../kit/dialog/useDialog.ts'
import type { AskedArgs } from './ArgsDialog.tsx'
import { type LifeDialogState, useLifeDialog } from '../life/useLifeDialog.ts'
import type { FaultReport } from '../repair/faultReport.ts'
import { type SetsDialogState, useSetsDialog } from '../sets/useSetsDialog.ts'
import type { Target } from './useCommand.ts'

/** The dialogs that commands open. */
export interface CommandDialogs {
  readonly reboot: Dialog<Target>
  readonly message: Dialog<Target>
  /** Of every other command. */
  readonly args: Dialog<AskedArgs>
  /** Of the moves of its life. */
  readonly life: LifeDialogState
  /** Of groups and labels. */
  readonly sets: SetsDialogState
  /** Of a fault that somebody reports. */
  readonly report: Dialog<FaultReport>
}

/** The state of the dialogs that commands open, for the screen that draws them. */
export function useCommandDialogs(): CommandDialogs {
  return {
    reboot: useDialog<Target>(),
    message: useDialog<Target>(),
    args: useDialog<AskedArgs>(),
    life: useLifeDialog(),
    sets: useSetsDialog(),
    report: useDialog<FaultReport>(),
  }
}
