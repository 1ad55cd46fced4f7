import { confirm } from '../../kit/dialog/confirm.ts'
import { language, t } from '../../platform/texts.ts'
import { chooseLanguage } from './chooseLanguage.ts'
import { isUnsaved, useTabs } from '../tabs/store.ts'

/** Changes the language, which loads the console anew: unsaved work is asked about first. */
export async function switchLanguage(code: string): Promise<void> {
  if (code === language) return
  if (isUnsaved() && !(await agrees())) return
  // The browser would ask once more for what has been answered.
  useTabs.setState(({ tabs }) => ({ tabs: tabs.map((tab) => ({ ...tab, dirty: false })) }))
  setTimeout(() => chooseLanguage(code))
}

const agrees = () =>
  confirm({
    title: t('shell.tabs.unsavedTitle'),
    text: t('tools.languageText'),
    agree: t('tools.languageAgree'),
    kind: 'dangerous',
  })
