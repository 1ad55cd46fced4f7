import { confirm } from '../confirm.ts'
import { t } from '../../platform/texts.ts'

/** Asks whether unsaved input may be lost. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: t('kit.discardTitle'),
    text: t('kit.discardText'),
    agree: t('kit.discard'),
    kind: 'dangerous',
  })
}
