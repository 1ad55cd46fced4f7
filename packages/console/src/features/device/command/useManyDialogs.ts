import type { ManyCommand } from '@muster/contract'
import { type Dialog, useDialog } from '../../../kit/dialog/useDialog.ts'

/** What many terminals are to be asked. */
export interface ManyArgs {
  readonly cmd: ManyCommand['cmd']
  readonly count: number
}

/** The dialogs that commands to chosen terminals open. */
export interface ManyDialogs {
  /** How many terminals the message is for. */
  readonly message: Dialog<number>
  readonly args: Dialog<ManyArgs>
}

export const useManyDialogs = (): ManyDialogs => ({
  message: useDialog<number>(),
  args: useDialog<ManyArgs>(),
})
