import { notify } from '../../kit/notify.ts'
import { queries } from '../../kit/queries.ts'
import { useReach } from '../../platform/reach.ts'
import { t } from '../../platform/texts.ts'

/** Reads anew what is on screen when the server is back; answers how to stop. */
export function followRecovery(): () => void {
  return useReach.subscribe(({ isDown }, before) => {
    if (isDown || !before.isDown) return
    if (before.isTold) notify.success(t('tools.back'))
    void queries.invalidateQueries()
  })
}
