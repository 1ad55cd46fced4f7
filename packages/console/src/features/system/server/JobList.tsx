import { server, type ServerJob, type TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../../kit/useAction.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { refreshMs } from './NodeList.tsx'
import { type PlainColumn, ColumnTable } from './ColumnTable.tsx'
import classes from './server.module.css'

const queueTexts = {
  tasksQueued: 'platform.queue.tasksQueued',
  tasksRunning: 'platform.queue.tasksRunning',
  jobsWaiting: 'platform.queue.jobsWaiting',
  messagesWaiting: 'platform.queue.messagesWaiting',
} as const satisfies Readonly<Record<string, TextKey>>
const queueNames = ['tasksQueued', 'tasksRunning', 'jobsWaiting', 'messagesWaiting'] as const

/** What comes round by itself, with its last run and its next one, and the work that waits. */
export function JobList() {
  const { active } = usePage()
  const read = useQuery({
    ...query(server.jobs, {}),
    enabled: useCan(server.jobs.permission),
    subscribed: active,
    refetchInterval: refreshMs,
  })
  return (
    <Loaded query={read} permission={server.jobs.permission}>
      {({ jobs, queues }) => (
        <>
          <dl className={classes.facts}>
            {queueNames.map((name) => (
              <div key={name}>
                <dt>{t(queueTexts[name])}</dt>
                <dd>{formatNumber(queues[name])}</dd>
              </div>
            ))}
          </dl>
          <ColumnTable
            label={t('platform.jobs')}
            columns={columns}
            rows={jobs}
            keyOf={({ name }) => name}
          />
        </>
      )}
    </Loaded>
  )
}

const columns: readonly PlainColumn<ServerJob>[] = [
  { title: 'platform.job', render: ({ name }) => <Ltr>{name}</Ltr> },
  { title: 'platform.cron', render: ({ cron }) => <Ltr>{cron}</Ltr> },
  { title: 'platform.lastAt', render: ({ lastAt }) => <Time at={lastAt} /> },
  {
    title: 'platform.took',
    render: ({ tookMs }) =>
      tookMs === null ? nothing : t('platform.milliseconds', { number: formatNumber(tookMs) }),
  },
  { title: 'platform.ended', render: (job) => <Ended job={job} /> },
  { title: 'platform.nextAt', render: ({ nextAt }) => <Time at={nextAt} /> },
  { title: 'platform.runNow', render: ({ name }) => <RunNow name={name} /> },
]

function Ended({ job: { error, isRunning, lastAt } }: { readonly job: ServerJob }) {
  if (lastAt === null) return t('platform.ended.never')
  if (isRunning) return <StatusBadge tone="waiting">{t('platform.ended.running')}</StatusBadge>
  if (error === null) return <StatusBadge tone="good">{t('platform.ended.well')}</StatusBadge>
  return (
    <bdi className={classes.error} dir="auto">
      {error}
    </bdi>
  )
}

function RunNow({ name }: { readonly name: string }) {
  const act = useAction(server)
  return (
    <Permitted to={server.runJob.permission}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('platform.runNowOf', { name })}
        onClick={() => void act(server.runJob, { body: { name } })}
      >
        {t('platform.runNow')}
      </Button>
    </Permitted>
  )
}
