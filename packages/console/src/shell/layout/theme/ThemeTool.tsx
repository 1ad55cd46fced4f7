import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import barStyles from '../Bar.module.css'
import { openThemeDrawer } from './drawer.ts'
import { useTheme } from './settings.ts'

/** The bar's way to the theme drawer. */
export function ThemeTool() {
  const { showTheme } = useTheme()
  if (!showTheme) return null
  return (
    <button
      type="button"
      className={barStyles['tool']}
      onClick={openThemeDrawer}
      aria-label={t('theme.title')}
      title={t('theme.title')}
    >
      <Icon name="palette" />
    </button>
  )
}
