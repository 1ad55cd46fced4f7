import { type Apk, apks, mayMoveApk } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, LongTextField } from '../../../ui/form/fields.tsx'
import { ChecksField } from '../../../ui/form/moreFields.tsx'
import classes from '../app.module.css'
import { ApkFacts } from './ApkFacts.tsx'
import { resultTexts } from './apkTexts.ts'
import { Changes } from './Changes.tsx'
import { isOwnApk } from './isOwnApk.ts'

/** Decides about a version: what it is and what is new in it, beside the decision. */
export function ReviewDialog({ dialog }: { readonly dialog: Dialog<Apk> }) {
  const { record, isOpen, close } = dialog
  const title = t('apk.reviewOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && <Review key={record.id} id={record.id} close={close} />}
    </DialogFrame>
  )
}

interface ReviewProps {
  readonly id: string
  readonly close: () => void
}

/** Read anew: somebody else may have decided meanwhile. */
function Review({ id, close }: ReviewProps) {
  const found = useQuery(query(apks.detail, { params: { id } }))
  const checklist = useQuery(query(apks.checklist, {}))
  return (
    <Loaded query={found} permission={apks.detail.permission}>
      {(apk) => (
        <div className={classes.form}>
          <ApkFacts apk={apk} />
          <Changes apk={apk} />
          <Loaded query={checklist} permission={apks.checklist.permission}>
            {(items) => <Decision apk={apk} checklist={items} close={close} />}
          </Loaded>
        </div>
      )}
    </Loaded>
  )
}

interface DecisionProps {
  readonly apk: Apk
  readonly checklist: readonly string[]
  readonly close: () => void
}

/** The decision, once somebody has taken it in hand who may decide. */
function Decision(props: DecisionProps) {
  const { apk, close } = props
  const me = useSession(({ user }) => user?.id)
  if (isOwnApk(apk, me)) return <p className={classes.hint}>{t('apk.own')}</p>
  if (mayMoveApk(apk.state, 'approve')) return <ReviewForm {...props} />
  if (mayMoveApk(apk.state, 'start')) return <BeginForm apk={apk} close={close} />
  return <p className={classes.hint}>{t(`apk.isNow.${apk.state}`)}</p>
}

function BeginForm({ apk: { id, name }, close }: Omit<DecisionProps, 'checklist'>) {
  const act = useAction(apks)
  const { submit, isSending } = useSubmit(() => {
    const input = { params: { id }, body: { result: 'START' } } as const
    return act(apks.review, input, () => t('apk.decided.START', { name }))
  })
  return (
    <form onSubmit={submit}>
      <FormFooter agree="apk.start" isSending={isSending} close={close} />
    </form>
  )
}

function ReviewForm({ apk, checklist, close }: DecisionProps) {
  const { id, name } = apk
  const frame = useRef<HTMLFormElement>(null)
  const [lacksReason, setLacksReason] = useState(false)
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: apks,
    call: apks.review,
    input: (body) => ({ params: { id }, body }),
    done: close,
    said: ({ result }) => t(`apk.decided.${result}`, { name }),
  })
  const result = field('result', 'apk.result')
  const reason = field('reason', 'apk.reason')
  const checked = field('checked', 'apk.checklist')
  const needsReason = result.value === 'REJECTED' || result.value === 'CHANGES_REQUESTED'
  const isMissing = needsReason && String(reason.value).trim() === ''
  const fault = lacksReason && isMissing ? t('kit.invalid.required') : reason.error
  const isFaulty = [fault, result.error, checked.error].some((one) => one !== undefined)
  useEffect(() => {
    if (isFaulty) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isFaulty])
  const send = (event: SubmitEvent) => {
    setLacksReason(isMissing)
    if (!isMissing) return submit(event)
    event.preventDefault()
    frame.current?.querySelector('textarea')?.focus()
  }
  const items = Object.fromEntries(checklist.map((item) => [item, item]))
  return (
    <form ref={frame} className={classes.form} onSubmit={send} noValidate>
      <p className={classes.hint}>{t('apk.reviewHint')}</p>
      <ChoiceField {...result} options={texts(resultTexts)} />
      {checklist.length > 0 && result.value === 'APPROVED' && (
        <ChecksField {...checked} options={items} />
      )}
      <LongTextField {...reason} error={fault} required={needsReason} />
      <FormFooter agree="apk.decide" isSending={isSending} close={close} />
    </form>
  )
}
