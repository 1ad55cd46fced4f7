import { type Apply, applies } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { ErasedField } from '../life/ErasedField.tsx'
import classes from './apply.module.css'
import { faultTexts } from './applyTexts.ts'

/** Tries a request to scrap terminals again, where nobody has said yet that their keys are erased. */
export function ExecuteDialog({ dialog }: { readonly dialog: Dialog<Apply> }) {
  const { record, isOpen, close } = dialog
  const title = t('apply.executeOf', { no: record?.applyNo ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <ExecuteForm key={record.id} request={record} close={close} />}
    </DialogFrame>
  )
}

interface ExecuteFormProps {
  readonly request: Apply
  readonly close: () => void
}

function ExecuteForm({ request: { id, toOrgName: of }, close }: ExecuteFormProps) {
  const maySee = useCan(applies.impact.permission)
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: applies,
    call: applies.execute,
    start: { keysErased: false },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('apply.executeHint', { of })}</p>
      {maySee && <Kept id={id} />}
      <ErasedField {...field('keysErased', 'life.keysErased')} />
      <FormFooter agree="apply.execute" isSending={isSending} close={close} isDangerous />
    </form>
  )
}

/** What keeps those that nothing was done with yet, as things are now. */
function Kept({ id }: { readonly id: string }) {
  const asked = { params: { id }, body: { withRows: false } }
  const impact = useQuery({ ...query(applies.impact, asked), staleTime: 0 })
  return (
    <Loaded query={impact} permission={applies.impact.permission}>
      {({ kept }) => (
        <ul className={classes.items}>
          {kept.map(({ fault, count }) => (
            <li key={fault}>{t('apply.keptSoFar', { count, why: t(faultTexts[fault]) })}</li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
