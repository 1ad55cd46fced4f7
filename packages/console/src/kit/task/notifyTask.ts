import { addressText, navigate } from '../../platform/address.ts'
import { show } from '../notify.ts'
import { pathOfScreen } from '../pathOfScreen.ts'
import { useSession } from '../session.ts'
import { rereadTasks } from './rereadTasks.ts'

/** How long it is said that something goes on in the background, in milliseconds. */
const taskLasts = 10_000

/** Says that a background task was begun; a click on the notice leads to it, for those who have the list of tasks. */
export function notifyTask(id: string, text: string): void {
  rereadTasks()
  const path = pathOfScreen(useSession.getState().menu, 'ASYNCTASK_MANAGE')
  const address = path === null ? null : addressText({ path, query: { peek: id } })
  show({
    kind: 'info',
    text,
    lasts: taskLasts,
    ...(address !== null && { onClick: () => navigate(address) }),
  })
}
