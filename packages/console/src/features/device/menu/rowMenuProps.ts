import type { Device } from '@muster/contract'
import type { Dialog } from '../../../kit/list/useDialog.ts'
import type { CommandDialogs } from '../command/useCommandDialogs.ts'

/** A terminal and the dialogs that its menu opens. */
export interface RowMenuProps {
  readonly device: Device
  readonly dialogs: CommandDialogs
  readonly form: Dialog<Device>
}
