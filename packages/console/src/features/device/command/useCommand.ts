import { type Device, devices, type InputOf, type TaskItem } from '@muster/contract'
import { navigate } from '../../../platform/address.ts'
import { CallError } from '../../../kit/callError.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { useSend } from '../../../kit/useAction.ts'
import { show } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'
import { devicePath } from '../facts/deviceTexts.ts'
import { serial } from '../facts/serial.ts'
import { commandText } from './commandTexts.ts'
import { openingPush } from './openingPush.ts'

export type CommandInput = InputOf<typeof devices.command>['body']
export type Target = Pick<Device, 'id' | 'sn' | 'presence'>

/**
 * Sends a terminal a command and says what happens next; a click on the notice follows it.
 * Answers null when it was refused; `call` has shown why.
 */
export function useCommand() {
  const send = useSend(devices)
  return async (device: Target, body: CommandInput): Promise<TaskItem | null> => {
    try {
      const item = await send(devices.command, { params: { id: device.id }, body })
      showSent(device, item)
      return item
    } catch (error) {
      if (error instanceof CallError) return null
      throw error
    }
  }
}

/** What waits for a second person was not sent: a click leads to where he lets it go, else to the terminal's tasks. */
function showSent(device: Target, item: TaskItem): void {
  const isWaiting = item.waitsFor === 'APPROVAL'
  const { cmd: kind, pushId: id } = item
  show({
    kind: isWaiting ? 'info' : 'success',
    text: sentText(device, item),
    onClick: () => navigate(devicePath(device.id, 'tasks')),
    ...(isWaiting && openingPush({ kind, id })),
  })
}

function sentText({ sn, presence }: Target, { cmd, expiresAt, waitsFor }: TaskItem): string {
  const values = { command: commandText(cmd), sn: serial(sn), until: formatDateTime(expiresAt) }
  if (waitsFor === 'APPROVAL') return t('device.commandAwaits', values)
  return t(presence === 'ONLINE' ? 'device.commandSent' : 'device.commandWaits', values)
}
