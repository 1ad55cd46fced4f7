import { lazyPart } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { openThemeDrawer, useThemeDrawer } from './drawer.ts'
import { useTheme } from './settings.ts'
import styles from './ThemePlace.module.css'

const loadDrawer = () => import('./ThemeDrawer.tsx').then((file) => file.ThemeDrawer)
const ThemeDrawer = lazyPart(loadDrawer)

/** The handle at the page's edge, and the theme drawer while it is open. */
export function ThemePlace() {
  const { showThemeSetting } = useTheme()
  const { isOpen } = useThemeDrawer()
  return (
    <>
      {showThemeSetting && (
        <button
          type="button"
          className={styles['handle']}
          onClick={openThemeDrawer}
          onPointerEnter={() => void loadDrawer()}
          aria-label={t('theme.open')}
          title={t('theme.open')}
        >
          <Icon name="palette" size={16} />
        </button>
      )}
      {isOpen && <ThemeDrawer />}
    </>
  )
}
