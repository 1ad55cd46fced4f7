import { type Device, devices } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { query } from '../../../../kit/queries.ts'
import { t } from '../../../../platform/texts.ts'
import { commandText } from '../../command/commandTexts.ts'
import { RelativeTime } from '../../facts/RelativeTime.tsx'
import classes from '../detail.module.css'
import { Panel } from '../Panel.tsx'
import { TaskBadge } from '../tasks/TaskBadge.tsx'
import { Ticks } from '../tasks/Ticks.tsx'
import { ticksOf } from '../tasks/ticks.ts'
import { usePolling } from '../tasks/usePolling.ts'
import { lastTasks } from './lastTasks.ts'
import { TabLink } from './TabLink.tsx'

/** The commands that were sent last, and how far each is. */
export function LastCommands({ device }: { readonly device: Device }) {
  const { active } = usePage()
  const tasks = useQuery({ ...query(devices.tasks, lastTasks(device.id)), subscribed: active })
  usePolling(device.id, tasks.data?.list ?? [])
  return (
    <Panel
      title={t('device.lastCommands')}
      aside={<TabLink tab="tasks">{t('device.allTasks')}</TabLink>}
    >
      <Loaded query={tasks} permission={devices.tasks.permission}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={classes.quiet}>{t('device.noTasks')}</p>
          ) : (
            <ul className={classes.commands}>
              {list.map((item) => (
                <li key={item.id}>
                  <span>{commandText(item.cmd)}</span>
                  <Ticks ticks={ticksOf(item)} />
                  <TaskBadge {...item} />
                  <span className={classes.quiet}>
                    <RelativeTime at={item.createdAt} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
