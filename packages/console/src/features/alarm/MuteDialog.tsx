import { alarms, type BatchInput, type FieldProblem } from '@muster/contract'
import * as z from 'zod/mini'
import { notifyBatch } from '../../kit/batch/lazyBatch.ts'
import { aboutChosen } from '../../kit/batch/aboutChosen.ts'
import { confirmChosen } from '../../kit/batch/confirmChosen.ts'
import { fieldProblems } from '../../kit/callError.ts'
import { MomentField } from '../../kit/dates/fields.tsx'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../kit/form/useSubmit.ts'
import { useFields } from '../../kit/form/useFields.ts'
import { outcomeOf, useSend } from '../../kit/useAction.ts'
import { t, texts } from '../../platform/texts.ts'
import { ChoiceField, LongTextField } from '../../ui/form/fields.tsx'
import { ActedOn, type Told } from './ActedOn.tsx'
import classes from './alarm.module.css'

/** Alarms that are to be muted, named one by one or by what the list shows. */
export interface Muting {
  readonly chosen: BatchInput
  /** Which it is, where it is one. */
  readonly alarm?: Told
  readonly done?: () => void
}

/** Mutes alarms for a while, with the reason. */
export function MuteDialog({ dialog }: { readonly dialog: Dialog<Muting> }) {
  const { record, isOpen, close } = dialog
  const title = t(record && !record.alarm ? 'alarm.muteManyTitle' : 'alarm.muteTitle')
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && <MuteForm muting={record} close={close} />}
    </DialogFrame>
  )
}

const spans = {
  HOUR: 'alarm.muteFor.HOUR',
  SHIFT: 'alarm.muteFor.SHIFT',
  DAY: 'alarm.muteFor.DAY',
  UNTIL: 'alarm.muteFor.UNTIL',
} as const
const minutesOf = { HOUR: 60, SHIFT: 480, DAY: 1440 } as const

const body = z
  .strictObject({
    span: z.enum(['HOUR', 'SHIFT', 'DAY', 'UNTIL']),
    until: z.string(),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
  })
  .check(z.refine(({ span, until }) => span !== 'UNTIL' || until !== '', { path: ['until'] }))
type Asked = z.output<typeof body>

/** The call as its form has it: a span by its name, or a moment. */
const asked = { ...alarms.mute, schemas: { body, reply: alarms.mute.schemas.reply } }

const bodyOf = ({ span, until, reason }: Asked) => ({
  reason,
  ...(span === 'UNTIL' ? { until } : { minutes: minutesOf[span] }),
})

function MuteForm({ muting, close }: { readonly muting: Muting; readonly close: () => void }) {
  const form = useFields<Asked>(asked, { span: 'HOUR' }, aboutChosen(muting.chosen))
  const mute = useMute(muting)
  const { submit, isSending } = useSubmit(async () => {
    const read = form.read()
    if (!read || !(await confirmChosen(muting.chosen, { title: t('alarm.mute') }))) return
    const answer = await mute(bodyOf(read))
    if (answer === true) close()
    else form.setErrors(Object.fromEntries(answer.map(({ field, message }) => [field, message])))
  })
  const span = form.field('span', 'alarm.muteFor')
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {muting.alarm && <ActedOn alarm={muting.alarm} />}
      <ChoiceField {...span} options={texts(spans)} required />
      {span.value === 'UNTIL' && (
        <MomentField {...form.field('until', 'alarm.muteUntil')} required />
      )}
      <LongTextField {...form.field('reason', 'alarm.muteReason')} />
      <p className={classes.hint}>{t('alarm.muteHint')}</p>
      <FormFooter agree="alarm.mute" isSending={isSending} close={close} />
    </form>
  )
}

/** Mutes them; answers whether it was done, or what of the form was refused. */
function useMute({ chosen, done }: Muting) {
  const send = useSend(alarms)
  return async (wish: ReturnType<typeof bodyOf>): Promise<true | readonly FieldProblem[]> => {
    const sent = await outcomeOf(send(alarms.mute, { body: { ...chosen, ...wish } }))
    if ('error' in sent) return fieldProblems(sent.error)
    const text = t('alarm.mutedDone', { count: sent.reply.count })
    await notifyBatch(sent.reply, { kind: 'success', text })
    done?.()
    return true
  }
}
