import {
  colorSchemes,
  columnStyles,
  layouts,
  menuBackgrounds,
  tabStyles,
  themeNames,
} from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Choice } from './Choice.tsx'
import { LayoutPicture } from './LayoutPicture.tsx'
import { randomTheme } from './randomTheme.ts'
import { previewTheme, useTheme } from './settings.ts'
import { SwitchGroup } from './SwitchGroup.tsx'
import styles from './ThemeDrawer.module.css'

/** Every setting of the theme, each of which shows at once. */
export function ThemeForm() {
  const { showTabs } = useTheme()
  return (
    <form className={styles['form']} onSubmit={(event) => event.preventDefault()}>
      <Choice setting="colorScheme" values={colorSchemes} />
      <Choice setting="themeName" values={themeNames} picture={ThemeSample} look="samples" />
      <RandomButton />
      <Choice setting="layout" values={layouts} picture={LayoutPicture} look="pictures" />
      <Choice setting="background" values={menuBackgrounds} />
      <Choice setting="columnStyle" values={columnStyles} />
      <SwitchGroup legend="theme.tabs" settings={['showTabs', 'showTabsIcon']} />
      <Choice setting="tabsBarStyle" values={tabStyles} isOff={!showTabs} />
      <SwitchGroup
        legend="theme.frame"
        settings={['fixedHeader', 'showProgressBar', 'showPageTransition']}
      />
      <SwitchGroup
        legend="theme.tools"
        settings={['showLanguage', 'showRefresh', 'showSearch', 'showNotice', 'showFullScreen']}
      />
    </form>
  )
}

/** A theme in small: its menu and its colour, drawn with its own tokens. */
function ThemeSample({ value }: { readonly value: string }) {
  return <span className={styles['sample']} data-theme={value} />
}

function RandomButton() {
  const { themeName } = useTheme()
  return (
    <button
      type="button"
      className={styles['random']}
      onClick={() => previewTheme({ themeName: randomTheme(themeName, Math.random()) })}
    >
      <Icon name="shuffle" size={16} />
      {t('theme.random')}
    </button>
  )
}
