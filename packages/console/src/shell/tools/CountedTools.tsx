import { type AsyncTask, asyncTasks, notices } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '../../kit/live.ts'
import { query } from '../../kit/queries.ts'
import { useSession } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import { isFree } from '../session/arrival.ts'
import { inBadge, ToolButton } from './ToolButtons.tsx'

/** Without the stream the count is asked for this often, in milliseconds, and work that is under way more often. */
const countEvery = 60_000
const followEvery = 5000

/** Opens the notices; its badge counts what is unread. */
export function NoticeTool() {
  const mayAsk = useMayAsk()
  const { isOpen: isLive } = useLive()
  const { data } = useQuery({
    ...query(notices.unread, {}),
    enabled: mayAsk,
    refetchInterval: isLive ? false : countEvery,
  })
  const count = (data?.message ?? 0) + (data?.email ?? 0)
  const name = count > 0 ? t('tools.noticesUnread', { count: inBadge(count) }) : t('tools.notices')
  return <ToolButton tool="notices" icon="bell" name={name} count={count} />
}

/** Opens the task tray; there is nothing to press while no work of one's own was asked for lately. */
export function TaskTool() {
  const mayAsk = useMayAsk()
  const { isOpen: isLive } = useLive()
  const { data } = useQuery({
    ...query(asyncTasks.mine, {}),
    enabled: mayAsk,
    refetchInterval: ({ state }) => {
      if (isLive) return false
      return state.data?.some(isUnderWay) ? followEvery : countEvery
    },
  })
  if (!data || data.length === 0) return null
  const count = data.filter(isUnderWay).length
  const name = count > 0 ? t('tools.tasksRunning', { count }) : t('tools.tasks')
  return <ToolButton tool="tasks" icon="tray" name={name} count={count} />
}

const isUnderWay = ({ state }: AsyncTask) => state === 'QUEUED' || state === 'RUNNING'

/** Before the password is set the server refuses it. */
const useMayAsk = () => useSession((state) => state.token !== null && isFree(state.flags))
