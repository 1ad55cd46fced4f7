import { hasDrafts } from '../../kit/form/drafts.ts'
import { notify } from '../../kit/notify.ts'
import { t } from '../../platform/texts.ts'

/** Milliseconds in which the page in front has drawn its forms. */
const untilDrawn = 3000

/** Says that input was kept whose form nobody has opened yet; answers how to stop. */
export function tellOfDrafts(): () => void {
  if (!hasDrafts()) return () => undefined
  const timer = setTimeout(() => {
    if (hasDrafts()) notify.info(t('kit.draftWaits'))
  }, untilDrawn)
  return () => clearTimeout(timer)
}
