import { type ReplyOf, site } from '@muster/contract'
import { useEffect, useState } from 'react'
import { ask } from '../../kit/call.ts'
import { t } from '../../platform/texts.ts'
import { PasswordField } from './PasswordField.tsx'
import type { Problems } from './problems.ts'

/** A password to be, twice, with the server's rule. */
export function NewPasswordFields({ problems }: { readonly problems: Problems }) {
  const rule = usePasswordRule()
  return (
    <>
      <PasswordField
        name="newPassword"
        label={t('ucenter.newPassword')}
        // A place for it before it is here: nothing below moves away under the pointer.
        hint={rule === null ? ' ' : rule?.rule}
        problem={problems['newPassword']}
        autoComplete="new-password"
      />
      <PasswordField
        name="confirm"
        label={t('ucenter.confirm')}
        problem={problems['confirm']}
        autoComplete="new-password"
      />
    </>
  )
}

/** The server's rule for passwords, in words; null while it is read. Without an answer the server still judges. */
function usePasswordRule() {
  const [rule, setRule] = useState<ReplyOf<typeof site.passwordRule> | null | undefined>(null)
  useEffect(() => {
    ask(site.passwordRule, {}).then(setRule, () => setRule(undefined))
  }, [])
  return rule
}
