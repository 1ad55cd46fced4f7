import { t } from '../../platform/texts.ts'
import { Field } from './Field.tsx'

interface Props {
  readonly problem: string | undefined
  readonly defaultValue?: string | undefined
}

/** Whose account it is about. */
export function UserNameField(props: Props) {
  return (
    <Field
      {...props}
      name="userName"
      label={t('shell.login.userName')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      dir="auto"
      required
    />
  )
}
