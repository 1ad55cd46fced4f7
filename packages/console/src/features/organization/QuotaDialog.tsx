import { type Organization, organizationOverview, organizations } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { fieldProblems } from '../../kit/callError.ts'
import { outcomeOf, useSend } from '../../kit/useAction.ts'
import { MomentField } from '../../kit/dates/fields.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { useFields } from '../../kit/form/useFields.ts'
import { notify } from '../../kit/notify.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { query } from '../../kit/queries.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../kit/form/useSubmit.ts'
import { formatNumber, nothing } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Stack } from '../../ui/controls.ts'
import { NumberField } from '../../ui/form/fields.tsx'

/** How many terminals an organisation may have, and until when it may be used. */
export function QuotaDialog({ dialog }: { readonly dialog: Dialog<Organization> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('organization.quotaTitle', { name: record?.name ?? '' })}
    >
      {record && <QuotaForm organization={record} close={dialog.close} />}
    </DialogFrame>
  )
}

interface QuotaFormProps {
  readonly organization: Organization
  readonly close: () => void
}

function QuotaForm({ organization, close }: QuotaFormProps) {
  const { id, deviceQuota, messagesPerSecond, validTo, version } = organization
  const counts = useQuery(query(organizationOverview.overview, { params: { id } }))
  const start = {
    deviceQuota: deviceQuota ?? '',
    messagesPerSecond: messagesPerSecond ?? '',
    validTo: validTo ?? '',
    version,
  }
  const form = useFields(organizations.setQuota, start, id)
  const send = useSend(organizations)
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    if (!body) return
    const outcome = await outcomeOf(send(organizations.setQuota, { params: { id }, body }))
    if ('error' in outcome) {
      const problems = fieldProblems(outcome.error)
      form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
      return
    }
    notify.success(t('kit.saved'))
    close()
  })
  const used = counts.data ? formatNumber(counts.data.places) : nothing
  return (
    <form onSubmit={submit} noValidate>
      <p>{t('organization.quotaText', { used })}</p>
      <Stack>
        <NumberField {...form.field('deviceQuota', 'organization.deviceQuota')} />
        <NumberField
          {...form.field('messagesPerSecond', 'organization.messagesPerSecond')}
          hint={t('organization.messagesPerSecondHint')}
        />
        <MomentField {...form.field('validTo', 'organization.validTo')} />
      </Stack>
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}
