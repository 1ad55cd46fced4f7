import type { AsyncTask } from '@muster/contract'
import type { Columns } from '../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Time } from '../../kit/page/values.tsx'
import { nameText, t } from '../../platform/texts.ts'
import { durationText } from './duration.ts'
import { stateTexts, TaskProgress, TaskState, typeTexts } from '../../kit/task/taskTexts.tsx'

export const taskFilters = {
  type: { label: 'task.type', options: typeTexts },
  state: { label: 'task.state', options: stateTexts },
  createdBy: 'task.createdBy',
  hasFailures: { label: 'task.hasFailures', options: { '1': 'task.yes', '0': 'task.no' } },
  from: { label: 'task.from', kind: 'moment' },
  to: { label: 'task.to', kind: 'moment' },
  mine: { label: 'file.whose', options: { '1': 'file.mine' } },
} as const

export const taskColumns: Columns<AsyncTask> = [
  { key: 'taskNo', title: 'task.number', width: 150, render: ({ taskNo }) => <Ltr>{taskNo}</Ltr> },
  { key: 'type', title: 'task.type', width: 150, render: ({ type }) => t(typeTexts[type]) },
  {
    key: 'title',
    title: 'task.name',
    width: 200,
    render: ({ title, pinned }) => (
      <>
        {pinned && <StatusBadge tone="neutral">{t('task.pinnedMark')}</StatusBadge>}{' '}
        <bdi>{nameText(title)}</bdi>
      </>
    ),
  },
  {
    key: 'state',
    title: 'task.state',
    width: 130,
    render: (task) => (
      <span title={task.message ? nameText(task.message) : undefined}>
        <TaskState task={task} />
      </span>
    ),
  },
  {
    key: 'done',
    title: 'task.progress',
    width: 170,
    render: (task) => <TaskProgress task={task} />,
  },
  { key: 'orgName', title: 'task.organization' },
  { key: 'createdBy', title: 'task.createdBy' },
  {
    key: 'createdAt',
    title: 'task.createdAt',
    holds: 'moment',
    sortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'startedAt',
    title: 'task.startedAt',
    holds: 'moment',
    sortable: true,
    render: ({ startedAt }) => <Time at={startedAt} />,
  },
  {
    key: 'durationSeconds',
    title: 'task.duration',
    width: 110,
    sortable: true,
    render: ({ durationSeconds }) => durationText(durationSeconds),
  },
  {
    key: 'etaSeconds',
    title: 'task.etaLeft',
    width: 110,
    render: (task) => durationText(task.etaSeconds),
  },
  { key: 'node', title: 'task.node', width: 140, render: ({ node }) => <Ltr>{node}</Ltr> },
]
