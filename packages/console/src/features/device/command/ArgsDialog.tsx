import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { t } from '../../../platform/texts.ts'
import { serial } from '../facts/serial.ts'
import { ArgsForm } from './ArgsForm.tsx'
import { commandText } from './commandTexts.ts'
import type { FormCommand } from './formCommands.ts'
import { type Target, useCommand } from './useCommand.ts'
import { usualWait } from './waiting.tsx'

/** What a terminal is to be asked. */
export interface AskedArgs {
  readonly cmd: FormCommand
  readonly device: Target & { readonly modelId: string }
}

/** Gives a terminal a command that takes something or that must not be given by mistake. */
export function ArgsDialog({ dialog }: { readonly dialog: Dialog<AskedArgs> }) {
  const command = useCommand()
  if (!dialog.record) return null
  const { cmd, device } = dialog.record
  const title = t('device.commandTitle', { command: commandText(cmd), sn: serial(device.sn) })
  return (
    <ArgsForm
      key={`${device.id} ${cmd}`}
      cmd={cmd}
      dialog={dialog}
      title={title}
      about={device.id}
      wait={usualWait(device)}
      modelId={device.modelId}
      sn={device.sn}
      send={async (request) => (await command(device, request)) !== null}
    />
  )
}
