import {
  type Apply,
  applies,
  applyKinds,
  models,
  mostApplied,
  mostReplaced,
  organizations,
} from '@muster/contract'
import { DateField } from '../../../kit/dates/fields.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, LongTextField, NumberField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import classes from './apply.module.css'
import { kindSentences } from './applyTexts.ts'

/** Asks for terminals. */
export function ApplyForm({ dialog: { isOpen, close } }: { readonly dialog: Dialog<Apply> }) {
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('apply.add')} size="lg">
      {isOpen && <Fields close={close} />}
    </DialogFrame>
  )
}

function Fields({ close }: { readonly close: () => void }) {
  const { field, submit, isSending } = useCallForm({
    of: applies,
    call: applies.add,
    start: { kind: applyKinds[0] },
    input: (body) => ({ body }),
    done: close,
  })
  const kind = field('kind', 'apply.kind')
  const isStock = kind.value === 'STOCK'
  const isReplacing = kind.value === 'REPLACE'
  const staysThere = isReplacing || kind.value === 'DECOMMISSION'
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ChoiceField {...kind} options={texts(kindSentences)} />
      {isStock ? (
        <>
          <RecordField {...field('fromOrgId', 'apply.fromOrg')} of={organizations} required />
          <RecordField {...field('modelId', 'apply.model')} of={models} required />
          <NumberField {...field('quantity', 'apply.quantity')} required />
        </>
      ) : (
        <LinesField
          {...field('sns', 'apply.sns')}
          hint={t('apply.snsHint', { most: isReplacing ? mostReplaced : mostApplied })}
          required
        />
      )}
      {isReplacing && (
        <LinesField
          {...field('successors', 'apply.successors')}
          hint={t('apply.successorsHint')}
          required
        />
      )}
      {!staysThere && (
        <RecordField {...field('toOrgId', 'apply.toOrg')} of={organizations} required />
      )}
      <DateField {...field('expectedDate', 'apply.expectedDate')} />
      <LongTextField {...field('reason', 'apply.reason')} />
      <FormFooter agree="apply.add" isSending={isSending} close={close} />
    </form>
  )
}
