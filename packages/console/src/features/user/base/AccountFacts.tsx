import type { Profile } from '@muster/contract'
import { useSession } from '../../../kit/session.ts'
import { formatAll, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import styles from '../PersonalCenter.module.css'

/** What an administrator decides about the user. */
export function AccountFacts({ of }: { readonly of: Profile }) {
  const user = useSession((state) => state.user)
  const rights =
    user?.isSuperAdmin === 1
      ? t('ucenter.allRights')
      : t('ucenter.someRights', { count: user?.btns.length ?? 0 })
  return (
    <dl className={styles['facts']}>
      <dt>{t('ucenter.userName')}</dt>
      <dd>
        <bdi>{of.userName}</bdi>
      </dd>
      <dt>{t('ucenter.organization')}</dt>
      <dd>
        <bdi>{of.organization}</bdi>
      </dd>
      <dt>{t('ucenter.roles')}</dt>
      <dd>{formatAll(of.roles) || nothing}</dd>
      <dt>{t('ucenter.rights')}</dt>
      <dd>{rights}</dd>
    </dl>
  )
}
