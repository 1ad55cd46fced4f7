import { useState } from 'react'
import { notify } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { TopDialog } from '../../../ui/TopDialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { closeThemeDrawer } from './drawer.ts'
import { ThemeForm } from './ThemeForm.tsx'
import { resetTheme, saveTheme } from './settings.ts'
import styles from './ThemeDrawer.module.css'

/** The theme's settings beside the page, which shows each change at once. */
export function ThemeDrawer() {
  return (
    <TopDialog
      className={styles['drawer']}
      aria-labelledby="theme-title"
      onClose={closeThemeDrawer}
    >
      <button
        type="button"
        className={styles['beside']}
        onClick={closeThemeDrawer}
        tabIndex={-1}
        aria-label={t('shell.close')}
      />
      <div className={styles['panel']}>
        <header className={styles['head']}>
          <h2 id="theme-title">{t('theme.title')}</h2>
          <button
            type="button"
            className={styles['close']}
            onClick={closeThemeDrawer}
            aria-label={t('shell.close')}
          >
            <Icon name="close" />
          </button>
        </header>
        <ThemeForm />
        <Decision />
      </div>
    </TopDialog>
  )
}

/** Keep it, or go back to how the console was delivered. */
function Decision() {
  const [isBusy, setBusy] = useState(false)
  const settle = async (act: () => Promise<void>, said: 'theme.saved' | 'theme.wasReset') => {
    setBusy(true)
    try {
      await act()
      notify.success(t(said))
      closeThemeDrawer()
    } catch {
      // The call has said why; the drawer stays, with what was chosen.
      setBusy(false)
    }
  }
  return (
    <footer className={styles['foot']}>
      <Button loading={isBusy} onClick={() => void settle(saveTheme, 'theme.saved')}>
        {t('theme.save')}
      </Button>
      <Button
        variant="default"
        disabled={isBusy}
        onClick={() => void settle(resetTheme, 'theme.wasReset')}
      >
        {t('theme.default')}
      </Button>
    </footer>
  )
}
