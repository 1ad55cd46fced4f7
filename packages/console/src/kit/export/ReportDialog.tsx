import { reports } from '@muster/contract'
import { useState } from 'react'
import { readerZone } from '../../platform/format.ts'
import { t, texts } from '../../platform/texts.ts'
import { ChoiceInput } from '../../ui/form/ChoiceInput.tsx'
import { DialogFrame } from '../dialog/DialogFrame.tsx'
import type { Dialog } from '../dialog/useDialog.ts'
import { FormFooter } from '../form/FormFooter.tsx'
import { useCallForm } from '../form/useCallForm.ts'
import classes from './report.module.css'
import { ReportFields } from './ReportFields.tsx'

/** A list as its export is asked for, or a document. */
export interface SentList {
  readonly path: string
  readonly wish: Readonly<Record<string, string>>
  /** What it can be made as. */
  readonly formats: readonly Format[]
  /** What the report is called to begin with. */
  readonly name?: string
}

/** Has a list sent to people again and again. */
export function ReportDialog({ dialog }: { readonly dialog: Dialog<SentList> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('report.newTitle')} size="lg">
      {record && isOpen && <NewReport list={record} close={close} />}
    </DialogFrame>
  )
}

interface NewReportProps {
  readonly list: SentList
  readonly close: () => void
}

const formatTexts = {
  xlsx: 'report.format.xlsx',
  csv: 'report.format.csv',
  pdf: 'report.format.pdf',
  zip: 'report.format.zip',
} as const
type Format = keyof typeof formatTexts

function NewReport({ list: { path, wish, formats, name = '' }, close }: NewReportProps) {
  const [format, setFormat] = useState<string>(formats[0] ?? '')
  const { field, submit, isSending } = useCallForm({
    of: reports,
    call: reports.add,
    start: { path, wish, name, timeZone: readerZone(), readerIds: [] },
    input: (body) => ({ body: { ...body, wish: { ...wish, format } } }),
    done: close,
    said: (body) => t('report.added', { name: body.name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('report.newHint')}</p>
      <ReportFields field={field} />
      <ChoiceInput
        label={t('report.format')}
        name="format"
        options={texts(Object.fromEntries(formats.map((one) => [one, formatTexts[one]])))}
        value={format}
        onChoose={setFormat}
        required
      />
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}
