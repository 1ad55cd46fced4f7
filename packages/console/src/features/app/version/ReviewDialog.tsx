import { type Apk, apks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, LongTextField } from '../../../ui/form/fields.tsx'
import { ChecksField } from '../../../ui/form/moreFields.tsx'
import classes from '../app.module.css'
import { ApkFacts } from './ApkFacts.tsx'
import { resultTexts } from './apkTexts.ts'
import { Changes } from './Changes.tsx'

/** Decides about a version: what it is and what is new in it, beside the decision. */
export function ReviewDialog({ dialog }: { readonly dialog: Dialog<Apk> }) {
  const { record, isOpen, close } = dialog
  const checklist = useQuery({ ...query(apks.checklist, {}), enabled: isOpen })
  const title = t('apk.reviewOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && (
        <Loaded query={checklist} permission={apks.checklist.permission}>
          {(items) => <ReviewForm key={record.id} apk={record} checklist={items} close={close} />}
        </Loaded>
      )}
    </DialogFrame>
  )
}

interface ReviewFormProps {
  readonly apk: Apk
  readonly checklist: readonly string[]
  readonly close: () => void
}

function ReviewForm({ apk, checklist, close }: ReviewFormProps) {
  const { id } = apk
  const { field, submit, isSending } = useCallForm({
    of: apks,
    call: apks.review,
    start: { result: 'APPROVED' },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  const result = field('result', 'apk.result')
  const items = Object.fromEntries(checklist.map((item) => [item, item]))
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ApkFacts apk={apk} />
      <Changes apk={apk} />
      <p className={classes.hint}>{t('apk.reviewHint')}</p>
      <ChoiceField {...result} options={texts(resultTexts)} />
      {checklist.length > 0 && result.value === 'APPROVED' && (
        <ChecksField {...field('checked', 'apk.checklist')} options={items} />
      )}
      <LongTextField {...field('reason', 'apk.reason')} required={result.value !== 'APPROVED'} />
      <FormFooter agree="apk.decide" isSending={isSending} close={close} />
    </form>
  )
}
