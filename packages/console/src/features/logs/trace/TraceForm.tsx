import { type InputOf, type LogTrace, logTraces, traceTerminals } from '@muster/contract'
import { fieldProblems } from '../../../kit/callError.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { focusFault } from '../../../kit/form/focusField.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { useFields } from '../../../kit/form/useFields.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, NumberField, TextField } from '../../../ui/form/fields.tsx'
import { ChecksField, LinesField } from '../../../ui/form/moreFields.tsx'
import { logTexts } from '../../device/index.ts'
import { levelTexts } from '../levelTexts.ts'
import classes from '../logs.module.css'
import { modeTexts } from './traceTexts.ts'

interface TraceFormProps {
  readonly dialog: Dialog<never>
  readonly done: (trace: LogTrace) => void
}

/** Begins a trace of one terminal. */
export function TraceForm({ dialog: { isOpen, close }, done }: TraceFormProps) {
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('logTrace.startTitle')} size="lg">
      {isOpen && (
        <Form
          close={close}
          done={(trace) => {
            close()
            done(trace)
          }}
        />
      )}
    </DialogFrame>
  )
}

type Body = InputOf<typeof logTraces.start>['body']

function Form({ close, done }: Pick<TraceFormProps, 'done'> & { readonly close: () => void }) {
  const form = useFields<Body>(logTraces.start, { kinds: ['SYSTEM', 'AGENT', 'APP', 'CRASH'] })
  const { submit, isSending } = useStart(form, done)
  const { field } = form
  return (
    <form className={classes.columns} onSubmit={submit} noValidate>
      <RecordField {...field('deviceId', 'logTrace.device')} required of={traceTerminals} />
      <TextField {...field('reason', 'logTrace.reason')} />
      <ChecksField {...field('kinds', 'logTrace.kinds')} options={texts(logTexts)} />
      <ChoiceField {...field('level', 'logView.level')} required options={texts(levelTexts)} />
      <ChoiceField {...field('mode', 'logTrace.mode')} required options={texts(modeTexts)} />
      <NumberField {...field('maxMinutes', 'logTrace.maxMinutes')} />
      <NumberField {...field('maxMb', 'logTrace.maxMb')} />
      <LinesField {...field('packages', 'logTrace.packages')} hint={t('logTrace.packagesHint')} />
      <CodeField {...field('pattern', 'logTrace.pattern')} />
      <FormFooter agree="logTrace.start" isSending={isSending} close={close} />
    </form>
  )
}

/** Sends the form; what the server refuses is said at its field. */
function useStart(form: ReturnType<typeof useFields<Body>>, done: (trace: LogTrace) => void) {
  const send = useSend(logTraces)
  return useSubmit(async (frame) => {
    const body = form.read()
    if (!body) return focusFault(frame)
    const sent = await outcomeOf(send(logTraces.start, { body }))
    if ('reply' in sent) return done(sent.reply)
    const problems = fieldProblems(sent.error)
    form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
    focusFault(frame)
  })
}
