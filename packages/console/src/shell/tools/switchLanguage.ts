import { confirm } from '../../kit/dialog/confirm.ts'
import type { Language } from '../../platform/language.ts'
import { language, t } from '../../platform/texts.ts'
import { chooseLanguage } from './chooseLanguage.ts'
import { isUnsaved, useTabs } from '../tabs/store.ts'

/** Changes the language, which loads the console anew: unsaved work is asked about first. */
export async function switchLanguage(chosen: Language): Promise<void> {
  if (chosen.code === language) return
  if (isUnsaved() && !(await agrees())) return
  // The browser would ask once more for what has been answered.
  useTabs.setState(({ tabs }) => ({ tabs: tabs.map((tab) => ({ ...tab, dirty: false })) }))
  setTimeout(() => chooseLanguage(chosen))
}

const agrees = () =>
  confirm({
    title: t('shell.tabs.unsavedTitle'),
    text: t('tools.languageText'),
    agree: t('tools.languageAgree'),
    kind: 'dangerous',
  })
