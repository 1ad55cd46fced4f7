import { type Apply, applies } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { ChoiceField } from '../../../ui/form/fields.tsx'
import classes from './apply.module.css'

/** Gives a request to one of those who may decide it. */
export function AssignDialog({ dialog }: { readonly dialog: Dialog<Apply> }) {
  const { record, isOpen, close } = dialog
  const title = t('apply.assignOf', { no: record?.applyNo ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <AssignForm id={record.id} close={close} />}
    </DialogFrame>
  )
}

function AssignForm({ id, close }: { readonly id: string; readonly close: () => void }) {
  const offered = useQuery(query(applies.approvers, { params: { id } }))
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: applies,
    call: applies.assign,
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('apply.assignHint')}</p>
      <Loaded query={offered} permission={applies.approvers.permission}>
        {(people) => (
          <ChoiceField
            {...field('userId', 'apply.approver')}
            none={t('apply.anyApprover')}
            options={Object.fromEntries(people.map((one) => [one.id, nameOf(one)]))}
          />
        )}
      </Loaded>
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}

const nameOf = ({
  userName,
  realName,
}: {
  readonly userName: string
  readonly realName: string
}) => (realName ? `${realName} (${userName})` : userName)
