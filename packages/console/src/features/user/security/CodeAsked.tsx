import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'

interface CodeAskedProps {
  readonly problem: string | undefined
}

/** What the authenticator shows now. */
export function CodeAsked({ problem }: CodeAskedProps) {
  return (
    <TextInput
      name="code"
      label={t('ucenter.factor.code')}
      error={problem}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={32}
      required
    />
  )
}
