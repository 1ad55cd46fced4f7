import { aboutChosen } from '../../../kit/batch/aboutChosen.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { t } from '../../../platform/texts.ts'
import { chosenOf } from '../../../ui/table/useSelection.ts'
import { ArgsForm } from './ArgsForm.tsx'
import { commandText } from './commandTexts.ts'
import type { ManyArgs } from './useManyDialogs.ts'
import { isManyRequest, type ChosenDevices, useCommandMany } from './useCommandMany.ts'

interface ArgsManyDialogProps {
  readonly dialog: Dialog<ManyArgs>
  readonly list: ChosenDevices
}

/** Gives the chosen terminals a command that takes something or that must not be given by mistake. */
export function ArgsManyDialog({ dialog, list }: ArgsManyDialogProps) {
  const command = useCommandMany(list)
  if (!dialog.record) return null
  const { cmd, count } = dialog.record
  return (
    <ArgsForm
      key={cmd}
      cmd={cmd}
      dialog={dialog}
      title={t('device.commandManyTitle', { command: commandText(cmd), count })}
      about={aboutChosen(chosenOf(list))}
      wait="86400"
      modelId={null}
      send={async (request) => isManyRequest(request) && command(request)}
    />
  )
}
