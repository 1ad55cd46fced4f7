import { confirm } from '../../kit/dialog/confirm.ts'
import { t } from '../../platform/texts.ts'

/** Asks whether the unsaved work of a page may be lost. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: t('shell.tabs.unsavedTitle'),
    text: t('shell.tabs.unsavedText'),
    agree: t('shell.tabs.closeAnyway'),
    kind: 'dangerous',
  })
}
