import { useSession } from '../../../kit/session.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { t } from '../../../platform/texts.ts'
import { Alert } from '../../../ui/controls.ts'
import { PasswordForm } from './PasswordForm.tsx'

/** A new password, of one's own will or because sign-in asked for one. */
export function PasswordTab(card: CardProps) {
  const { firstLogin, pwdCheck } = useSession((state) => state.flags)
  return (
    <>
      {firstLogin === 1 && <Alert mb="lg">{t('ucenter.firstLogin')}</Alert>}
      {firstLogin === 0 && pwdCheck === 1 && <Alert mb="lg">{t('PWD_NEED_UPDATE_TIP')}</Alert>}
      <PasswordForm {...card} />
    </>
  )
}
