import { organizations, type ParamTemplate, paramTemplates } from '@muster/contract'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import classes from './design.module.css'

/** Makes another template of what one has in its draft. */
export function CopyDialog({ dialog }: { readonly dialog: Dialog<ParamTemplate> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('paramTemplate.copyOf', { name: record?.name ?? '' })}
    >
      {record && isOpen && <Copy key={record.id} template={record} close={close} />}
    </DialogFrame>
  )
}

interface CopyProps {
  readonly template: ParamTemplate
  readonly close: () => void
}

function Copy({ template, close }: CopyProps) {
  const { id } = template
  const [name, setName] = useState(t('paramTemplate.copyName', { name: template.name }))
  const [code, setCode] = useState(`${template.code}-2`)
  const [orgId, setOrg] = useState<string | null>(template.orgId)
  const act = useAction(paramTemplates)
  const { submit, isSending } = useSubmit(async () => {
    if (orgId === null) return
    const body = { orgId, name: name.trim(), code: code.trim() }
    if (await act(paramTemplates.copy, { params: { id }, body })) close()
  })
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <TextInput
        label={t('paramTemplate.name')}
        required
        value={name}
        maxLength={64}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('paramTemplate.code')}
        required
        dir="ltr"
        value={code}
        maxLength={64}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <RecordPicker
        of={organizations}
        label={t('paramTemplate.org')}
        required
        value={orgId}
        onChange={setOrg}
      />
      <FormFooter
        agree="paramTemplate.copy"
        isSending={isSending}
        close={close}
        isDisabled={orgId === null || name.trim() === ''}
      />
    </form>
  )
}
