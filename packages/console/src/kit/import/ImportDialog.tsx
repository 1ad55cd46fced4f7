import type { Import } from '@muster/contract'
import type { Dialog } from '../dialog/useDialog.ts'
import { DialogFrame } from '../dialog/DialogFrame.tsx'
import { t } from '../../platform/texts.ts'
import { ChooseSheet } from './ChooseSheet.tsx'
import classes from './import.module.css'
import { ImportProgress } from './ImportProgress.tsx'
import { type ImportFlow, useImport } from './useImport.ts'

interface ImportDialogProps {
  /** The sheet whose rows a list takes. */
  readonly of: Import
  readonly within: string | undefined
  readonly dialog: Dialog<never>
}

/**
 * Brings the rows of a sheet into a list: choose a file, read what is wrong with it, write it. Closed, it
 * keeps how far it has come.
 */
export function ImportDialog({ of, within, dialog: { isOpen, close } }: ImportDialogProps) {
  const flow = useImport(of, within)
  return (
    <DialogFrame looksOnly title={t('import.title')} isOpen={isOpen} close={close} size="80rem">
      <Steps of={of} flow={flow} close={close} />
    </DialogFrame>
  )
}

interface StepsProps extends Pick<ImportDialogProps, 'of'> {
  readonly flow: ImportFlow
  readonly close: () => void
}

function Steps({ of, flow, close }: StepsProps) {
  const { step } = flow
  if (step.at === 'choose') return <ChooseSheet of={of} flow={flow} />
  if (step.at === 'task')
    return <ImportProgress key={step.taskId} of={of} flow={flow} step={step} close={close} />
  return (
    <output className={classes.wait}>
      {t('import.uploading')} <bdi>{step.name}</bdi>
      <progress aria-label={t('task.progress')} />
    </output>
  )
}
