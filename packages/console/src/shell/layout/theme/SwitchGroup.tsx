import type { ThemeSettings } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { previewTheme, useTheme } from './settings.ts'
import styles from './ThemeDrawer.module.css'

/** The settings of the drawer that are on or off. */
type SwitchSetting = Extract<
  keyof ThemeSettings,
  | 'fixedHeader'
  | 'showProgressBar'
  | 'showTabs'
  | 'showTabsIcon'
  | 'showLanguage'
  | 'showRefresh'
  | 'showSearch'
  | 'showNotice'
  | 'showFullScreen'
  | 'showPageTransition'
>

interface Props {
  readonly legend: 'theme.tabs' | 'theme.frame' | 'theme.tools'
  readonly settings: readonly SwitchSetting[]
}

/** Settings that are on or off, below one heading. */
export function SwitchGroup({ legend, settings }: Props) {
  const theme = useTheme()
  return (
    <fieldset className={styles['group']}>
      <legend>{t(legend)}</legend>
      {settings.map((setting) => (
        <label key={setting} className={styles['line']}>
          {t(`theme.${setting}`)}
          <input
            type="checkbox"
            role="switch"
            className={styles['switch']}
            checked={theme[setting]}
            aria-checked={theme[setting]}
            onChange={({ currentTarget }) => previewTheme({ [setting]: currentTarget.checked })}
          />
        </label>
      ))}
    </fieldset>
  )
}
