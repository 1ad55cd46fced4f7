import { enrolmentKeys, type KeyKind, organizationKeys } from '@muster/contract'
import { type SubmitEvent, useState } from 'react'
import { fieldProblems } from '../../../kit/callError.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { SecretOnce } from '../../../kit/copy/SecretOnce.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Group, Stack } from '../../../ui/controls.ts'
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
  const form = useFields(organizationKeys.rotate)
  const send = useSend({ ...enrolmentKeys, ...organizationKeys })
  const isElsewhere = kind !== null && kind !== 'WEBHOOK'
  const rotate = async (event: SubmitEvent) => {
    event.preventDefault()
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
  }
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
    <form onSubmit={(event) => void rotate(event)} noValidate>
      <p>{t('organization.keys.rotateText')}</p>
      <Stack>
        <NumberField {...form.field('overlapHours', 'organization.keys.hours')} />
        {isElsewhere && <CodeField {...form.field('reference', 'organization.keys.reference')} />}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <CancelButton close={close} />
        <Button type="submit">{t('organization.keys.rotate')}</Button>
      </Group>
    </form>
  )
}
