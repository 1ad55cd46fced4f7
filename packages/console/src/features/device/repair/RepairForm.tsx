import { mostPhotos, type Repair, repairs, uploads } from '@muster/contract'
import { DateField } from '../../../kit/dates/fields.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCan } from '../../../kit/session.ts'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t, texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  LongTextField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import { FilesField } from '../../file/index.ts'
import { severityTexts } from '../../alarm/index.ts'
import classes from './repair.module.css'
import type { FaultReport } from './faultReport.ts'
import { faultTexts, sourceTexts } from './repairTexts.ts'

/** Reports a fault, or says more about a ticket. */
export function RepairForm({
  dialog: { record, isOpen, close },
}: {
  readonly dialog: Dialog<Repair>
}) {
  const title = record
    ? t('repair.actOf', { act: t('repair.edit'), no: record.ticketNo })
    : t('repair.add')
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {isOpen &&
        (record ? (
          <Edit key={record.id} ticket={record} close={close} />
        ) : (
          <Report start={{}} close={close} />
        ))}
    </DialogFrame>
  )
}

/** Reports a fault where it is seen: the form begins with what is known there. */
export function ReportDialog({ dialog }: { readonly dialog: Dialog<FaultReport> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('repair.add')} size="lg">
      {isOpen && record && <Report start={record} close={close} />}
    </DialogFrame>
  )
}

interface ReportProps {
  readonly start: Partial<FaultReport>
  readonly close: () => void
}

function Report({ start, close }: ReportProps) {
  const { field, submit, isSending } = useCallForm({
    of: repairs,
    call: repairs.add,
    start: { severity: 'MEDIUM', source: 'CONSOLE', photoIds: [], ...start },
    input: (body) => ({ body }),
    done: close,
    said: ({ sn }) => t('repair.reported', { sn }),
  })
  const maySend = useCan(uploads.init.permission)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <CodeField {...field('sn', 'repair.sn')} />
      <ChoiceField {...field('source', 'repair.source')} options={texts(sourceTexts)} required />
      <About field={field} />
      {maySend && (
        <FilesField
          {...field('photoIds', 'repair.photos')}
          type="image"
          most={mostPhotos}
          known={{}}
        />
      )}
      <FormFooter agree="repair.add" isSending={isSending} close={close} />
    </form>
  )
}

function Edit({ ticket, close }: { readonly ticket: Repair; readonly close: () => void }) {
  const { field, submit, isSending } = useCallForm({
    of: repairs,
    call: repairs.update,
    about: ticket.id,
    start: startOf(ticket),
    input: (body) => ({ body }),
    done: close,
    said: () => t('kit.written.saved', { name: ticket.ticketNo }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <About field={field} />
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}

function startOf(ticket: Repair) {
  const { id, version, fault, severity, description, contact, pickupAddress } = ticket
  const { keysErased, expectedReturn, loanSn, rmaNo } = ticket
  return {
    id,
    version,
    fault,
    severity,
    description,
    keysErased,
    contact: contact ?? '',
    pickupAddress: pickupAddress ?? '',
    expectedReturn: expectedReturn ?? '',
    loanSn: loanSn ?? '',
    rmaNo: rmaNo ?? '',
  }
}

type AboutName =
  | 'fault'
  | 'severity'
  | 'description'
  | 'contact'
  | 'pickupAddress'
  | 'keysErased'
  | 'expectedReturn'
  | 'loanSn'
  | 'rmaNo'

type AboutField = (name: AboutName, label: `repair.${AboutName}`) => FieldHold

/** What both forms say of a ticket. */
function About({ field }: { readonly field: AboutField }) {
  return (
    <>
      <ChoiceField {...field('fault', 'repair.fault')} options={texts(faultTexts)} />
      <ChoiceField {...field('severity', 'repair.severity')} options={texts(severityTexts)} />
      <LongTextField {...field('description', 'repair.description')} />
      <FlagField {...field('keysErased', 'repair.keysErased')} hint={t('repair.keysErasedHint')} />
      <TextField {...field('contact', 'repair.contact')} />
      <TextField {...field('pickupAddress', 'repair.pickupAddress')} />
      <DateField {...field('expectedReturn', 'repair.expectedReturn')} />
      <CodeField {...field('loanSn', 'repair.loanSn')} />
      <CodeField {...field('rmaNo', 'repair.rmaNo')} />
    </>
  )
}
