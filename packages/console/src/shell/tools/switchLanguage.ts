import { confirm } from '../../kit/dialog/confirm.ts'
import { keepDrafts } from '../../kit/form/drafts.ts'
import type { Language } from '../../platform/language.ts'
import { language, t } from '../../platform/texts.ts'
import { chooseLanguage } from './chooseLanguage.ts'
import { isLost, useTabs } from '../tabs/store.ts'

/** Changes the language, which loads the console anew: forms keep their input, and what would be lost is asked about first. */
export async function switchLanguage(chosen: Language): Promise<void> {
  if (chosen.code === language) return
  const isAsked = isLost()
  if (isAsked && !(await agrees())) return
  // There may be no room for what forms hold.
  if (!keepDrafts() && !isAsked && !(await agrees())) return
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
