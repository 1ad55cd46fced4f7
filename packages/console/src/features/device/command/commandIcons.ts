import type { CommandName } from '@muster/contract'
import type { IconName } from '../../../ui/Icon.tsx'

export const commandIcons: Readonly<Record<CommandName, IconName>> = {
  REBOOT: 'power',
  SYNC: 'refresh',
  LOCATE: 'pin',
  MESSAGE: 'message',
  WIPE: 'trash',
}
