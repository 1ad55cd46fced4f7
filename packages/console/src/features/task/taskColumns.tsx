import type { AsyncTask } from '@muster/contract'
import type { Columns } from '../../kit/parts/columns.tsx'
import { Ltr, Time } from '../../kit/parts/values.tsx'
import { nameText, t } from '../../platform/texts.ts'
import { stateTexts, TaskProgress, TaskState, typeTexts } from './taskTexts.tsx'

export const taskFilters = {
  type: { label: 'task.type', options: typeTexts },
  state: { label: 'task.state', options: stateTexts },
  hasFailures: { label: 'task.hasFailures', options: { '1': 'task.yes', '0': 'task.no' } },
  mine: { label: 'file.whose', options: { '0': 'file.everybodys', '1': 'file.mine' } },
} as const

export const taskColumns: Columns<AsyncTask> = [
  { key: 'taskNo', title: 'task.number', width: 150, render: ({ taskNo }) => <Ltr>{taskNo}</Ltr> },
  { key: 'type', title: 'task.type', width: 100, render: ({ type }) => t(typeTexts[type]) },
  { key: 'title', title: 'task.name', render: ({ title }) => <bdi>{nameText(title)}</bdi> },
  { key: 'orgName', title: 'task.organization' },
  { key: 'createdBy', title: 'task.createdBy' },
  {
    key: 'done',
    title: 'task.progress',
    width: 170,
    render: (task) => <TaskProgress task={task} />,
  },
  { key: 'state', title: 'task.state', width: 130, render: (task) => <TaskState task={task} /> },
  {
    key: 'createdAt',
    title: 'task.createdAt',
    width: 150,
    sortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'endedAt',
    title: 'task.endedAt',
    width: 150,
    sortable: true,
    render: ({ endedAt }) => <Time at={endedAt} />,
  },
]
