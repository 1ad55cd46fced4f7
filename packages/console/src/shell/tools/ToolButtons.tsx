import { asyncTasks, notices } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useAtRest } from '../../kit/atRest.ts'
import { useLive } from '../../kit/live.ts'
import { query } from '../../kit/queries.ts'
import { useSession } from '../../kit/session.ts'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { isFree } from '../arrival.ts'
import barStyles from '../frame/Bar.module.css'
import { useErrorLog } from './errors/errorStore.ts'
import { openTool, type Tool } from './openTool.ts'
import styles from './ToolButtons.module.css'

/** Opens the search dialog, which is the command palette too. */
export const SearchTool = () => (
  <ToolButton tool="search" icon="search" name={t('tools.search')} keys="Control+K Meta+K" />
)

/** Without the stream the count is asked for this often, in milliseconds. */
const countEvery = 60_000
const badgeMost = 99

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
  const { data } = useQuery({ ...query(asyncTasks.mine, {}), enabled: mayAsk })
  if (!data || data.length === 0) return null
  const count = data.filter(({ state }) => state === 'QUEUED' || state === 'RUNNING').length
  const name = count > 0 ? t('tools.tasksRunning', { count }) : t('tools.tasks')
  return <ToolButton tool="tasks" icon="tray" name={name} count={count} />
}

/** The page's own reads come first, and before the password is set the server refuses all others. */
function useMayAsk(): boolean {
  const isAtRest = useAtRest()
  return useSession((state) => state.token !== null && isFree(state.flags)) && isAtRest
}

/** Opens the error log; there is nothing to press while nothing has gone wrong. */
export function ErrorTool() {
  const count = useErrorLog(({ list }) => list.length)
  if (count === 0) return null
  const name = t('tools.errorsCount', { count })
  return <ToolButton tool="errors" icon="bug" name={name} count={count} />
}

/** The button's name says what its badge shows. */
const inBadge = (count: number): string =>
  count > badgeMost ? t('tools.more', { count: badgeMost }) : formatNumber(count)

interface Props {
  readonly tool: Tool
  readonly icon: IconName
  readonly name: string
  readonly count?: number
  readonly keys?: string
}

function ToolButton({ tool, icon, name, count = 0, keys }: Props) {
  return (
    <button
      type="button"
      className={barStyles['tool']}
      data-tool={tool}
      onClick={() => openTool(tool)}
      aria-haspopup="dialog"
      aria-keyshortcuts={keys}
      aria-label={name}
      title={name}
    >
      <span className={styles['place']}>
        <Icon name={icon} />
        {count > 0 && (
          <span className={styles['badge']} aria-hidden="true">
            {inBadge(count)}
          </span>
        )}
      </span>
    </button>
  )
}
