import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'

interface CodeAskedProps {
  readonly problem: string | undefined
  readonly hint?: string
}

/** What the authenticator shows now. */
export function CodeAsked({ problem, hint }: CodeAskedProps) {
  return (
    <TextInput
      name="code"
      label={t('ucenter.factor.code')}
      description={hint}
      error={problem}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={32}
      required
    />
  )
}
