import { nothing } from '../../platform/format.ts'
import { useSession } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import styles from './PersonalCenter.module.css'

/** Who the server says is signed in. */
export function BaseProfile() {
  const user = useSession((state) => state.user)
  if (!user) return null
  const rights =
    user.isSuperAdmin === 1
      ? t('ucenter.allRights')
      : t('ucenter.someRights', { count: user.btns.length })
  return (
    <dl className={styles['facts']}>
      <dt>{t('ucenter.userName')}</dt>
      <dd>
        <bdi>{user.userName}</bdi>
      </dd>
      <dt>{t('ucenter.realName')}</dt>
      <dd>
        <bdi>{user.realName || nothing}</bdi>
      </dd>
      <dt>{t('ucenter.rights')}</dt>
      <dd>{rights}</dd>
    </dl>
  )
}
