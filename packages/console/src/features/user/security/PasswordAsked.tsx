import { t } from '../../../platform/texts.ts'
import { PasswordInput } from '../../../ui/controls.ts'

/** The user's own password once more: whoever finds an open console must not change what guards it. */
export function PasswordAsked({ problem }: { readonly problem: string | undefined }) {
  return (
    <PasswordInput
      name="password"
      label={t('ucenter.oldPassword')}
      error={problem}
      autoComplete="current-password"
      maxLength={256}
      required
      visibilityToggleButtonProps={{ 'aria-label': t('shell.login.showPassword') }}
    />
  )
}
