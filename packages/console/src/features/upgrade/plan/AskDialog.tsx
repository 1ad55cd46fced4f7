import { plans } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { MomentField } from '../../../kit/dates/fields.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { AsRead } from '../../../kit/form/AsRead.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { LongTextField, NumberField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import type { AskedPlan } from './PlanMenu.tsx'
import { PlanFacts } from './PlanFacts.tsx'
import classes from './plan.module.css'
import { serialsIn } from './TargetsField.tsx'

interface AskDialogProps {
  readonly dialog: Dialog<AskedPlan>
}

/** Asks for what an act on a plan needs: a decision about what it says, a reason, serial numbers, a rate or an end. */
export function AskDialog({ dialog }: AskDialogProps) {
  const { record, isOpen, close } = dialog
  const isDecided = record?.act === 'approve' || record?.act === 'reject'
  const title = record ? `${t(`plan.${record.act}`)}: ${record.plan.name}` : ''
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size={isDecided ? '80rem' : 'md'}>
      {record && isOpen && <Form key={record.act} asked={record} close={close} />}
    </DialogFrame>
  )
}

interface FormProps {
  readonly asked: AskedPlan
  readonly close: () => void
}

function Form({ asked, close }: FormProps) {
  const { act } = asked
  if (act === 'setRate') return <RateForm asked={asked} close={close} />
  if (act === 'extend') return <EndForm asked={asked} close={close} />
  if (act === 'exclude') return <ExcludeForm asked={asked} close={close} />
  if (act === 'approve' || act === 'reject') return <Decision asked={asked} close={close} />
  return <StopForm asked={asked} close={close} />
}

function Decision({ asked, close }: FormProps) {
  const { act, plan: opened } = asked
  const enabled = useCan(plans.detail.permission)
  const subscribed = usePage().active
  const params = { id: opened.id }
  const { data: now } = useQuery({ ...query(plans.detail, { params }), enabled, subscribed })
  const Asking = act === 'approve' ? ApproveForm : RejectForm
  return (
    <AsRead opened={opened} now={now}>
      {(plan) => <Asking key={plan.version} asked={{ ...asked, plan }} close={close} />}
    </AsRead>
  )
}

function ApproveForm({ asked: { plan }, close }: FormProps) {
  const { id, name, version } = plan
  const { submit, isSending } = useCallForm({
    about: id,
    of: plans,
    call: plans.approve,
    // What he reads is what he decides about.
    start: { version },
    input: (body: { version: number }) => ({ params: { id }, body }),
    done: close,
    said: () => t('plan.done.approve', { name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('plan.decidesAbout')}</p>
      <PlanFacts plan={plan} />
      <FormFooter agree="plan.approve" isSending={isSending} close={close} />
    </form>
  )
}

function RejectForm({ asked: { plan }, close }: FormProps) {
  const { id, name, version } = plan
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: plans,
    call: plans.reject,
    start: { version },
    input: (body: { reason: string; version: number }) => ({ params: { id }, body }),
    done: close,
    said: () => t('plan.done.reject', { name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('plan.decidesAbout')}</p>
      <PlanFacts plan={plan} />
      <LongTextField {...field('reason', 'plan.reason')} rows={2} />
      <FormFooter agree="plan.reject" isSending={isSending} close={close} />
    </form>
  )
}

function StopForm({ asked, close }: FormProps) {
  const { id, name } = asked.plan
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: plans,
    call: plans.stop,
    input: (body: { reason: string }) => ({ params: { id }, body }),
    done: close,
    said: () => t('plan.done.stop', { name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <LongTextField {...field('reason', 'plan.reason')} rows={2} />
      <FormFooter agree="plan.stop" isSending={isSending} close={close} isDangerous />
    </form>
  )
}

function RateForm({ asked, close }: FormProps) {
  const { id, name, rateNow, options } = asked.plan
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: plans,
    call: plans.setRate,
    // Until it has begun its rate is the one that it says.
    start: { ratePerMinute: rateNow ?? options.ratePerMinute ?? '' },
    input: (body: { ratePerMinute: number | null }) => ({ params: { id }, body }),
    done: close,
    said: () => t('plan.done.setRate', { name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <NumberField
        {...field('ratePerMinute', 'plan.rate')}
        hint={t(options.rateGrowth > 1 ? 'plan.rateStays' : 'plan.rateHint')}
      />
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}

function EndForm({ asked, close }: FormProps) {
  const { id, name, endAt } = asked.plan
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: plans,
    call: plans.extend,
    start: { endAt: endAt ?? '' },
    input: (body: { endAt: string | null }) => ({ params: { id }, body }),
    done: close,
    said: () => t('plan.done.extend', { name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <MomentField {...field('endAt', 'plan.endAt')} />
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}

function ExcludeForm({ asked, close }: FormProps) {
  const { id, name } = asked.plan
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: plans,
    call: plans.exclude,
    start: { sns: [] },
    input: (body: { sns: string[] }) => ({ params: { id }, body }),
    done: close,
    said: ({ sns }) => t('plan.done.exclude', { name, count: sns.length }),
  })
  const sns = field('sns', 'plan.sns')
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <LinesField
        {...sns}
        hint={t('plan.excludedHint')}
        onBlur={() => sns.onChange(serialsIn(sns.value))}
      />
      <FormFooter agree="plan.exclude" isSending={isSending} close={close} />
    </form>
  )
}
