import { useSession } from '../../kit/session.ts'
import { signOut } from '../auth/signIn/session.ts'
import { t } from '../../platform/texts.ts'
import { Menu } from '../../ui/menu/Menu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useUcenter } from '../menu/navigation.ts'
import styles from './Bar.module.css'

/** What stands for everybody who came in without signing in. */
const visitorPicture = './visitor.svg'

/** Who is signed in, the personal center, and the way out. */
export function AvatarMenu() {
  const user = useSession((state) => state.user)
  const ucenter = useUcenter()
  if (!user) return null
  const { isVirtual } = user
  const avatar = isVirtual ? visitorPicture : user.avatar
  const name = isVirtual ? t('shell.visitor') : user.nickName || user.userName
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={styles['tool']}>
          <span className={styles['face']} aria-hidden="true">
            {avatar ? (
              <img src={avatar} alt="" width={28} height={28} />
            ) : (
              name.charAt(0).toUpperCase()
            )}
          </span>
          <bdi className={styles['user']}>{name}</bdi>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {ucenter && (
          <Menu.Item component="a" href={`#${ucenter}`} leftSection={<Icon name="user" />}>
            {t('shell.ucenter')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="logout" />} onClick={() => void signOut()}>
          {t(isVirtual ? 'shell.login.title' : 'shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
