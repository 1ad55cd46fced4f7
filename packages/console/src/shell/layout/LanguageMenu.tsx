import { languages } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useIdle } from '../../kit/whenIdle.ts'
import { query } from '../../kit/queries.ts'
import { language, t } from '../../platform/texts.ts'
import { Menu } from '../../ui/menu/Menu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { switchLanguage } from '../tools/switchLanguage.ts'
import styles from './Bar.module.css'

/** The languages that the server offers; choosing one loads the page anew. */
export function LanguageMenu() {
  const isAtRest = useIdle()
  const { data = [] } = useQuery({ ...query(languages.list, {}), enabled: isAtRest })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button
          type="button"
          className={styles['tool']}
          aria-label={t('shell.language')}
          title={t('shell.language')}
        >
          <Icon name="language" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {data.map(({ code, nativeName, direction }) => (
          <Menu.Item
            key={code}
            lang={code}
            aria-current={code === language}
            rightSection={code === language && <Icon name="check" size={16} />}
            onClick={() => void switchLanguage({ code, direction })}
          >
            {nativeName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
