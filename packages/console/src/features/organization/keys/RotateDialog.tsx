import { enrolmentKeys, type KeyKind, organizationKeys } from '@muster/contract'
import { useState } from 'react'
import { fieldProblems } from '../../../kit/callError.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { SecretOnce } from '../../../kit/copy/SecretOnce.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t } from '../../../platform/texts.ts'
import { Stack } from '../../../ui/controls.ts'
import { CodeField, NumberField } from '../../../ui/form/fields.tsx'

/** The key that another one takes the place of; an enrolment key has no kind. */
export interface Rotated {
  readonly id: string
  readonly kind: KeyKind | null
  readonly name: string
}

/** Changes a key for another; both hold for some hours. */
export function RotateDialog({ dialog }: { readonly dialog: Dialog<Rotated> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('organization.keys.rotateOf', { name: record?.name ?? '' })}
    >
      {record && <RotateForm rotated={record} close={dialog.close} />}
    </DialogFrame>
  )
}

interface RotateFormProps {
  readonly rotated: Rotated
  readonly close: () => void
}

function RotateForm({ rotated: { id, kind }, close }: RotateFormProps) {
  const [made, setMade] = useState<string | null>(null)
  const form = useFields(organizationKeys.rotate, {}, id)
  const send = useSend({ ...enrolmentKeys, ...organizationKeys })
  const isElsewhere = kind !== null && kind !== 'WEBHOOK'
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    if (!body) return
    const outcome = await outcomeOf(send(organizationKeys.rotate, { params: { id }, body }))
    if ('error' in outcome) {
      const problems = fieldProblems(outcome.error)
      form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
      return
    }
    if (outcome.reply.secret) setMade(outcome.reply.secret)
    else close()
  })
  if (made !== null)
    return (
      <SecretOnce
        title="organization.keys.new"
        text="organization.key.once"
        lines={[{ label: 'organization.keys.secret', text: made }]}
        close={close}
      />
    )
  return (
    <form onSubmit={submit} noValidate>
      <p>{t('organization.keys.rotateText')}</p>
      <Stack>
        <NumberField {...form.field('overlapHours', 'organization.keys.hours')} />
        {isElsewhere && <CodeField {...form.field('reference', 'organization.keys.reference')} />}
      </Stack>
      <FormFooter agree="organization.keys.rotate" isSending={isSending} close={close} />
    </form>
  )
}
