import { type LogFile, logFiles, type Repair, repairs } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, NumberField } from '../../../ui/form/fields.tsx'
import classes from '../logs.module.css'

interface LogDialogProps {
  readonly dialog: Dialog<LogFile>
}

interface FormProps {
  readonly log: LogFile
  readonly close: () => void
}

/** Keeps a log for longer. */
export function RetainDialog({ dialog }: LogDialogProps) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('logFile.retainOf', { sn: snOf(record) })}>
      {record && isOpen && <RetainForm log={record} close={close} />}
    </DialogFrame>
  )
}

const snOf = (log: LogFile | null): string => log?.sn ?? ''

function RetainForm({ log, close }: FormProps) {
  const { field, submit, isSending } = useCallForm({
    about: log.id,
    of: logFiles,
    call: logFiles.retain,
    start: { days: 365 },
    input: (body: { days: number }) => ({ params: { id: log.id }, body }),
    done: close,
    said: () => t('logFile.retained', { sn: log.sn }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <NumberField {...field('days', 'logFile.retainDays')} hint={t('logFile.retainHint')} />
      <FormFooter agree="logFile.retain" isSending={isSending} close={close} />
    </form>
  )
}

/** Notes a log on a repair ticket of its terminal. */
export function AttachDialog({ dialog }: LogDialogProps) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('logFile.attachOf', { sn: snOf(record) })}>
      {record && isOpen && <AttachForm log={record} close={close} />}
    </DialogFrame>
  )
}

function AttachForm({ log, close }: FormProps) {
  const mayList = useCan(repairs.page.permission)
  const { data } = useQuery({
    ...query(repairs.page, { query: { deviceId: log.deviceId, state: 'OPEN' } }),
    enabled: mayList,
  })
  const { field, submit, isSending } = useCallForm({
    about: log.id,
    of: logFiles,
    call: logFiles.attach,
    input: (body: { ticketNo: string }) => ({ params: { id: log.id }, body }),
    done: close,
    said: ({ ticketNo }) => t('logFile.attached', { no: ticketNo }),
  })
  const hold = field('ticketNo', 'repair.ticketNo')
  if (mayList && data?.list.length === 0) return <p>{t('logFile.noTickets')}</p>
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {data ? <ChoiceField {...hold} options={ticketsIn(data.list)} /> : <CodeField {...hold} />}
      <FormFooter agree="logFile.attach" isSending={isSending} close={close} />
    </form>
  )
}

const ticketsIn = (tickets: readonly Repair[]) =>
  Object.fromEntries(
    tickets.map(({ ticketNo, description }) => [ticketNo, `${ticketNo} · ${description}`]),
  )
