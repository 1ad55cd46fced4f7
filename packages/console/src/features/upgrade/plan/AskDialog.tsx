import { plans } from '@muster/contract'
import { MomentField } from '../../../kit/dates/fields.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t } from '../../../platform/texts.ts'
import { LongTextField, NumberField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import type { AskedPlan } from './PlanMenu.tsx'
import classes from './plan.module.css'
import { serialsIn } from './TargetsField.tsx'

interface AskDialogProps {
  readonly dialog: Dialog<AskedPlan>
}

/** Asks for what an act on a plan needs: a reason, serial numbers, a rate or an end. */
export function AskDialog({ dialog }: AskDialogProps) {
  const { record, isOpen, close } = dialog
  const title = record ? `${t(`plan.${record.act}`)}: ${record.plan.name}` : ''
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
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
  return <ReasonForm asked={asked} act={act} close={close} />
}

function ReasonForm({ asked, act, close }: FormProps & { readonly act: 'stop' | 'reject' }) {
  const { id, name } = asked.plan
  const { field, submit, isSending } = useCallForm({
    of: plans,
    call: plans[act],
    input: (body: { reason: string }) => ({ params: { id }, body }),
    done: close,
    said: () => t(`plan.done.${act}`, { name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <LongTextField {...field('reason', 'plan.reason')} rows={2} />
      <FormFooter
        agree={`plan.${act}`}
        isSending={isSending}
        close={close}
        isDangerous={act === 'stop'}
      />
    </form>
  )
}

function RateForm({ asked, close }: FormProps) {
  const { id, name, rateNow } = asked.plan
  const { field, submit, isSending } = useCallForm({
    of: plans,
    call: plans.setRate,
    start: { ratePerMinute: rateNow ?? '' },
    input: (body: { ratePerMinute: number | null }) => ({ params: { id }, body }),
    done: close,
    said: () => t('plan.done.setRate', { name }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <NumberField {...field('ratePerMinute', 'plan.rate')} hint={t('plan.rateHint')} />
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}

function EndForm({ asked, close }: FormProps) {
  const { id, name, endAt } = asked.plan
  const { field, submit, isSending } = useCallForm({
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
