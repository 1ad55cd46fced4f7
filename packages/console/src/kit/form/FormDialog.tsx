import type { TextKey } from '@muster/contract'
import type { Versioned } from '../list/listed.ts'
import { t } from '../../platform/texts.ts'
import { nameOf } from '../list/nameOf.ts'
import { DialogFrame } from '../dialog/DialogFrame.tsx'
import { RecordForm, type RecordFormProps } from './RecordForm.tsx'

interface FormDialogProps<R extends Versioned, F> extends RecordFormProps<R, F> {
  /** Title for a new record; an existing one is called by its name. */
  readonly title: TextKey
  readonly size?: '80rem'
}

/** A dialog that adds or edits a record. Enter saves, Esc closes, unsaved input is asked about. */
export function FormDialog<R extends Versioned, F>(props: FormDialogProps<R, F>) {
  const { record, isOpen, close } = props.dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={record ? t('kit.editTitle', { name: nameOf(record) }) : t(props.title)}
      size={props.size ?? 'lg'}
    >
      <RecordForm key={record?.id ?? 'new'} {...props} />
    </DialogFrame>
  )
}
