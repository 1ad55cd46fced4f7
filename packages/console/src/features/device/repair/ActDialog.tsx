import { type Repair, repairs, type RepairState, users } from '@muster/contract'
import type { ReactNode, SubmitEvent } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, LongTextField, TextField } from '../../../ui/form/fields.tsx'
import { ErasedField } from '../life/ErasedField.tsx'
import { SwapField } from '../life/SwapField.tsx'
import { ChecksForm } from './ChecksForm.tsx'
import { CostForm } from './CostForm.tsx'
import { LabelSheet } from './LabelSheet.tsx'
import { PhotosForm } from './PhotosForm.tsx'
import { type Asked, actText, depots, type RepairAct } from './repairActs.ts'
import classes from './repair.module.css'
import { holderTexts, resultTexts, saysOf, stateTexts } from './repairTexts.ts'

/** Asks for what an act with a ticket needs, and does it. */
export function ActDialog({ dialog }: { readonly dialog: Dialog<Asked> }) {
  const { record: asked, isOpen, close } = dialog
  const title = asked
    ? t('repair.actOf', { act: t(actText(asked.act)), no: asked.repair.ticketNo })
    : ''
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {asked && isOpen && <ActForm key={asked.repair.id + asked.act} {...asked} close={close} />}
    </DialogFrame>
  )
}

interface FormProps {
  readonly repair: Repair
  readonly close: () => void
}

function ActForm({ act, ...rest }: Asked & FormProps) {
  switch (act) {
    case 'ASSIGN':
      return <AssignForm {...rest} />
    case 'CUSTODY':
      return <CustodyForm {...rest} />
    case 'COMMENT':
      return <CommentForm {...rest} />
    case 'COST':
      return <CostForm {...rest} />
    case 'CHECKS':
      return <ChecksForm {...rest} />
    case 'PHOTOS':
      return <PhotosForm {...rest} />
    case 'LABEL':
      return <LabelSheet {...rest} />
    case 'SWAP':
      return <SwapForm {...rest} />
    case 'SCRAPPED':
      return <ScrapForm {...rest} />
    case 'RESUME':
      return <TransitionForm {...rest} act={act} to={rest.repair.heldState ?? 'ON_HOLD'} />
    default:
      return <TransitionForm {...rest} act={act} to={act} />
  }
}

interface FrameProps {
  readonly act: RepairAct
  readonly form: { readonly submit: (event: SubmitEvent) => void; readonly isSending: boolean }
  readonly close: () => void
  readonly hint?: string
  /** It cannot be undone. */
  readonly isDangerous?: boolean
  readonly children: ReactNode
}

function Frame({ act, form, close, hint, isDangerous = false, children }: FrameProps) {
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
      <FormFooter
        agree={actText(act)}
        isSending={form.isSending}
        close={close}
        isDangerous={isDangerous}
      />
    </form>
  )
}

interface TransitionProps extends FormProps {
  readonly act: RepairAct
  readonly to: RepairState
}

function TransitionForm({ repair, close, act, to }: TransitionProps) {
  const form = useCallForm({
    about: repair.id,
    of: repairs,
    call: repairs.transition,
    start: repair.result ? { result: repair.result } : {},
    input: (body) => ({
      params: { id: repair.id, state: to === 'SCRAPPED' ? 'CLOSED' : to },
      body,
    }),
    done: close,
  })
  const state = t(stateTexts[to])
  const says = act === 'RESUME' ? 'repair.says.OTHER' : saysOf(to)
  return (
    <Frame act={act} form={form} close={close} hint={t(says, { state })}>
      {act === 'CLOSED' && (
        <>
          <ChoiceField
            {...form.field('result', 'repair.result')}
            options={texts(resultTexts)}
            required
          />
          <LongTextField {...form.field('rootCause', 'repair.rootCause')} rows={2} />
        </>
      )}
      <LongTextField {...form.field('note', 'repair.note')} rows={2} />
    </Frame>
  )
}

function AssignForm({ repair, close }: FormProps) {
  const form = useCallForm({
    about: repair.id,
    of: repairs,
    call: repairs.assign,
    start: { assigneeId: repair.assigneeId ?? '', depotId: repair.depotId ?? '' },
    input: (body) => ({ params: { id: repair.id }, body }),
    done: close,
  })
  return (
    <Frame act="ASSIGN" form={form} close={close}>
      <RecordField {...form.field('assigneeId', 'repair.assignee')} of={users} />
      <RecordField {...form.field('depotId', 'repair.depot')} of={depots} />
    </Frame>
  )
}

function CustodyForm({ repair, close }: FormProps) {
  const form = useCallForm({
    about: repair.id,
    of: repairs,
    call: repairs.custody,
    input: (body) => ({ params: { id: repair.id }, body }),
    done: close,
  })
  return (
    <Frame act="CUSTODY" form={form} close={close} hint={t('repair.custodyHint')}>
      <ChoiceField {...form.field('holder', 'repair.holder')} options={texts(holderTexts)} />
      <TextField {...form.field('holderName', 'repair.holderName')} />
      <LongTextField {...form.field('note', 'repair.note')} rows={2} />
    </Frame>
  )
}

function CommentForm({ repair, close }: FormProps) {
  const form = useCallForm({
    about: repair.id,
    of: repairs,
    call: repairs.comment,
    input: (body) => ({ params: { id: repair.id }, body }),
    done: close,
  })
  return (
    <Frame act="COMMENT" form={form} close={close}>
      <LongTextField {...form.field('text', 'repair.comment')} />
    </Frame>
  )
}

function SwapForm({ repair, close }: FormProps) {
  const form = useCallForm({
    about: repair.id,
    of: repairs,
    call: repairs.swap,
    input: (body) => ({ params: { id: repair.id }, body }),
    done: close,
  })
  return (
    <Frame
      act="SWAP"
      form={form}
      close={close}
      hint={t('repair.says.SWAP', { sn: repair.sn })}
      isDangerous
    >
      <SwapField hold={form.field('newSn', 'repair.newSn')} old={repair} />
      <LongTextField {...form.field('reason', 'repair.reason')} rows={2} />
    </Frame>
  )
}

function ScrapForm({ repair, close }: FormProps) {
  const form = useCallForm({
    about: repair.id,
    of: repairs,
    call: repairs.scrap,
    start: { keysErased: repair.keysErased },
    input: (body) => ({ params: { id: repair.id }, body }),
    done: close,
  })
  return (
    <Frame act="SCRAPPED" form={form} close={close} hint={t('repair.says.SCRAPPED')} isDangerous>
      <LongTextField {...form.field('reason', 'repair.reason')} rows={2} />
      <ErasedField {...form.field('keysErased', 'life.keysErased')} />
    </Frame>
  )
}
