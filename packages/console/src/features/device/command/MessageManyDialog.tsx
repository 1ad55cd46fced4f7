import { aboutChosen } from '../../../kit/batch/aboutChosen.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { t } from '../../../platform/texts.ts'
import { chosenOf } from '../../../ui/table/useSelection.ts'
import { MessageForm } from './MessageForm.tsx'
import { type ChosenDevices, useCommandMany } from './useCommandMany.ts'

interface MessageManyDialogProps {
  /** How many terminals were chosen when it was opened. */
  readonly dialog: Dialog<number>
  readonly list: ChosenDevices
}

/** Writes a message to the chosen terminals; some of them may be away for a while. */
export function MessageManyDialog({ dialog, list }: MessageManyDialogProps) {
  const command = useCommandMany(list)
  return (
    <MessageForm
      dialog={dialog}
      title={t('device.messageManyTitle', { count: dialog.record ?? 0 })}
      about={aboutChosen(chosenOf(list))}
      wait="86400"
      send={(message) => command({ cmd: 'MESSAGE', ...message })}
    />
  )
}
