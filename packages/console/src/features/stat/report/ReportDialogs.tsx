import { type Report, reports } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ReportFields } from '../../../kit/export/ReportFields.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatDateTime, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './report.module.css'
import { stateTexts, stateTones } from './reportTexts.ts'

interface ReportDialogProps {
  readonly dialog: Dialog<Report>
}

/** Changes when a report comes and to whom. */
export function EditDialog({ dialog: { record, isOpen, close } }: ReportDialogProps) {
  const title = t('kit.editTitle', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && <EditForm report={record} close={close} />}
    </DialogFrame>
  )
}

interface EditFormProps {
  readonly report: Report
  readonly close: () => void
}

function EditForm({ report, close }: EditFormProps) {
  const { id, version, name, rhythm, weekday, monthDay, clock, timeZone, readers } = report
  const readerIds = readers.map((reader) => reader.id)
  const { field, submit, isSending } = useCallForm({
    of: reports,
    call: reports.update,
    about: id,
    start: { id, version, name, rhythm, weekday, monthDay, clock, timeZone, readerIds },
    input: (body) => ({ body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ReportFields field={field} />
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}

/** What the readers of a report were sent. */
export function RunsDialog({ dialog: { record, isOpen, close } }: ReportDialogProps) {
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('report.runsOf', { name: record?.name ?? '' })}
      size="lg"
    >
      {record && isOpen && <Runs id={record.id} />}
    </DialogFrame>
  )
}

function Runs({ id }: { readonly id: string }) {
  const { data } = useQuery(query(reports.runs, { params: { id } }))
  if (data === undefined) return <Awaited as="rows" />
  if (data.list.length === 0) return <p>{t('report.noRuns')}</p>
  return (
    <PlainTable
      label={t('report.runs')}
      size="small"
      titles={[
        t('report.at'),
        t('report.reader'),
        t('report.state'),
        t('report.rows'),
        t('report.about'),
      ]}
      rows={data.list.map((run) => ({
        key: run.id,
        cells: [
          <Time key="at" at={run.at} />,
          <Words key="reader">{run.userName}</Words>,
          <StatusBadge key="state" tone={stateTones[run.state]}>
            {t(stateTexts[run.state])}
          </StatusBadge>,
          formatNumber(run.rows),
          `${formatDateTime(run.from)} – ${formatDateTime(run.to)}`,
        ],
      }))}
    />
  )
}
