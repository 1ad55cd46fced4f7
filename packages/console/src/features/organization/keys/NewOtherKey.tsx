import { type KeyKind, organizationKeys, type TextKey } from '@muster/contract'
import { useState } from 'react'
import { fieldProblems } from '../../../kit/callError.ts'
import { notify } from '../../../kit/notify.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { SecretOnce } from '../../../kit/copy/SecretOnce.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t, texts } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ChoiceField, CodeField } from '../../../ui/form/fields.tsx'
import classes from '../organization.module.css'

export const keyKindTexts: Readonly<Record<KeyKind, TextKey>> = {
  WEBHOOK: 'organization.keys.kind.WEBHOOK',
  APP_SIGNING: 'organization.keys.kind.APP_SIGNING',
  RKI: 'organization.keys.kind.RKI',
}

/** What a key of a kind is good for. */
const purposeTexts: Readonly<Record<string, TextKey>> = {
  WEBHOOK: 'organization.keys.kindText.WEBHOOK',
  APP_SIGNING: 'organization.keys.kindText.APP_SIGNING',
  RKI: 'organization.keys.kindText.RKI',
} satisfies Record<KeyKind, TextKey>

const start = { kind: 'WEBHOOK', alias: '', reference: '' }

/** Makes a webhook's secret, or takes the name of a key that lies elsewhere. */
export function NewOtherKey({ organizationId: id }: { readonly organizationId: string }) {
  const [made, setMade] = useState<string | null>(null)
  const form = useFields(organizationKeys.add, start, id)
  const send = useSend(organizationKeys)
  const { kind } = form.getValues()
  const purpose = purposeTexts[String(kind)]
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    if (!body) return
    const outcome = await outcomeOf(send(organizationKeys.add, { params: { id }, body }))
    if ('error' in outcome) {
      const problems = fieldProblems(outcome.error)
      form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
      return
    }
    notify.written({ name: body.alias }, 'added')
    setMade(outcome.reply.secret)
    form.setValues({ ...start, kind: body.kind })
  })
  return (
    <>
      <form className={classes.newKey} onSubmit={submit} noValidate>
        <ChoiceField
          {...form.field('kind', 'organization.keys.kind')}
          options={texts(keyKindTexts)}
        />
        <CodeField {...form.field('alias', 'organization.keys.alias')} />
        {kind !== 'WEBHOOK' && (
          <CodeField {...form.field('reference', 'organization.keys.reference')} />
        )}
        <Button type="submit" loading={isSending}>
          {t('organization.key.add')}
        </Button>
      </form>
      {purpose && <p className={classes.none}>{t(purpose)}</p>}
      {made && (
        <SecretOnce
          title="organization.keys.new"
          text="organization.key.once"
          lines={[{ label: 'organization.keys.secret', text: made }]}
        />
      )}
    </>
  )
}
