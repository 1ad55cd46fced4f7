import { notify } from '../../kit/notify.ts'
import { queries } from '../../kit/queries.ts'
import { useConnectivity } from '../../platform/connectivity.ts'
import { t } from '../../platform/texts.ts'

/** Reads anew what is on screen when the server is back; answers how to stop. */
export function followRecovery(): () => void {
  return useConnectivity.subscribe(({ isDown }, before) => {
    if (isDown || !before.isDown) return
    if (before.isTold) notify.success(t('tools.back'))
    void queries.invalidateQueries()
  })
}
