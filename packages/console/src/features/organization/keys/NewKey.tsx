import { enrolmentKeys } from '@muster/contract'
import { type SubmitEvent, useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { SecretOnce } from '../../../kit/copy/SecretOnce.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { NumberField } from '../../../ui/form/fields.tsx'
import classes from '../organization.module.css'

/** Makes a key and shows its token, which no one can read again. */
export function NewKey({ organizationId: id }: { readonly organizationId: string }) {
  const [token, setToken] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const act = useAction(enrolmentKeys)
  const form = useFields(enrolmentKeys.add, {}, id)
  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    const body = form.read()
    // A second one would be made, and only its token shown.
    if (!body || isSending) return
    setSending(true)
    const making = act(enrolmentKeys.add, { params: { id }, body })
    const done = await making.finally(() => setSending(false))
    if (done) setToken(done.reply.token)
  }
  return (
    <>
      <form className={classes.newKey} onSubmit={(event) => void make(event)} noValidate>
        <NumberField {...form.field('maxUses', 'organization.key.maxUses')} />
        <NumberField {...form.field('validDays', 'organization.key.validDays')} />
        <Button type="submit" loading={isSending}>
          {t('organization.key.add')}
        </Button>
      </form>
      {token && (
        <SecretOnce
          title="organization.keys.new"
          text="organization.key.once"
          lines={[{ label: 'organization.key.token', text: token }]}
        />
      )}
    </>
  )
}
