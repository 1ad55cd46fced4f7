import { type Developer, developers } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../kit/form/useCallForm.ts'
import { Loaded } from '../../kit/page/Screen.tsx'
import { query } from '../../kit/queries.ts'
import { t } from '../../platform/texts.ts'
import { LongTextField } from '../../ui/form/fields.tsx'
import { ChecksField } from '../../ui/form/moreFields.tsx'
import classes from './developer.module.css'

/** Approves an application: everything on the checklist was looked at. */
export function ApproveDialog({ dialog }: { readonly dialog: Dialog<Developer> }) {
  const { record, isOpen, close } = dialog
  const programme = useQuery({ ...query(developers.programme, {}), enabled: isOpen })
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('developer.approveOf', { name: record?.name ?? '' })}
    >
      {record && isOpen && (
        <Loaded query={programme} permission={developers.programme.permission}>
          {({ checklist, twoPerson }) => (
            <ApproveForm
              key={record.id}
              record={record}
              checklist={checklist}
              twoPerson={twoPerson}
              close={close}
            />
          )}
        </Loaded>
      )}
    </DialogFrame>
  )
}

interface ApproveFormProps {
  readonly record: Developer
  readonly checklist: readonly string[]
  readonly twoPerson: boolean
  readonly close: () => void
}

function ApproveForm({ record, checklist, twoPerson, close }: ApproveFormProps) {
  const { id, firstApproverName } = record
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: developers,
    call: developers.review,
    start: { result: 'APPROVED' },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  const options = Object.fromEntries(checklist.map((item) => [item, item]))
  const second = firstApproverName && t('developer.secondOfTwo', { name: firstApproverName })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('developer.approveHint')}</p>
      {twoPerson && <p>{second ?? t('developer.firstOfTwo')}</p>}
      {checklist.length > 0 && (
        <ChecksField {...field('checked', 'developer.checklist')} options={options} />
      )}
      <LongTextField {...field('reason', 'developer.remark')} />
      <FormFooter agree="developer.approve" isSending={isSending} close={close} />
    </form>
  )
}
