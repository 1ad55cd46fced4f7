import { enrolmentKeys } from '@muster/contract'
import { useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { SecretOnce } from '../../../kit/copy/SecretOnce.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { NumberField } from '../../../ui/form/fields.tsx'
import classes from '../organization.module.css'

/** Makes a key and shows its token, which no one can read again. */
export function NewKey({ organizationId: id }: { readonly organizationId: string }) {
  const [token, setToken] = useState<string | null>(null)
  const act = useAction(enrolmentKeys)
  const form = useFields(enrolmentKeys.add, {}, id)
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    const done =
      body &&
      (await act(enrolmentKeys.add, { params: { id }, body }, () => t('organization.key.made')))
    if (done) setToken(done.reply.token)
  })
  return (
    <>
      <form className={classes.newKey} onSubmit={submit} noValidate>
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
          lines={[
            { label: 'organization.key.token', text: token },
            { label: 'organization.key.agent', text: enrolment(token) },
          ]}
        />
      )}
    </>
  )
}

/** What makes a Linux machine a terminal by this key. */
const enrolment = (token: string): string =>
  `npm run agent -- enrol --server ${location.origin} --key ${token}`
