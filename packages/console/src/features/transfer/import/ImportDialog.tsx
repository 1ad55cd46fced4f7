import type { Import } from '@muster/contract'
import type { Dialog } from '../../../kit/list/useDialog.ts'
import { DialogFrame } from '../../../kit/parts/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { Loader } from '../../../ui/controls.ts'
import { ChooseSheet } from './ChooseSheet.tsx'
import classes from './import.module.css'
import { ImportProgress } from './ImportProgress.tsx'
import { useImport } from './useImport.ts'

interface ImportDialogProps {
  readonly of: Import
  readonly dialog: Dialog<never>
}

/** Brings the rows of a sheet into a list: choose a file, read what is wrong with it, write it. */
export function ImportDialog({ of, dialog: { isOpen, close } }: ImportDialogProps) {
  const flow = useImport(of)
  const { step } = flow
  return (
    <DialogFrame title={t('import.title')} isOpen={isOpen} close={close} size="80rem">
      {step.at === 'choose' && <ChooseSheet of={of} flow={flow} />}
      {step.at === 'send' && (
        <output className={classes.wait}>
          <Loader size="sm" /> {t('import.uploading')} <bdi>{step.name}</bdi>
        </output>
      )}
      {step.at === 'task' && (
        <ImportProgress key={step.taskId} of={of} flow={flow} step={step} close={close} />
      )}
    </DialogFrame>
  )
}
