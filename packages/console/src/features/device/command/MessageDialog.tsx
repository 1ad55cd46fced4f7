import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { t } from '../../../platform/texts.ts'
import { serial } from '../facts/serial.ts'
import { MessageForm } from './MessageForm.tsx'
import { type Target, useCommand } from './useCommand.ts'
import { usualWait } from './waiting.tsx'

/** Writes a message that the terminal shows to whoever stands at it. */
export function MessageDialog({ dialog }: { readonly dialog: Dialog<Target> }) {
  const command = useCommand()
  const { record: device } = dialog
  if (!device) return null
  return (
    <MessageForm
      key={device.id}
      dialog={dialog}
      title={t('device.messageTitle', { sn: serial(device.sn) })}
      about={device.id}
      wait={usualWait(device)}
      send={async (message) => (await command(device, { cmd: 'MESSAGE', ...message })) !== null}
    />
  )
}
