import { type AsyncTask, asyncTasks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Dialog } from '../../kit/list/useDialog.ts'
import { DialogFrame } from '../../kit/parts/DialogFrame.tsx'
import { Loaded } from '../../kit/parts/Screen.tsx'
import { Ltr, Time } from '../../kit/parts/values.tsx'
import { query } from '../../kit/queries.ts'
import { formatNumber } from '../../platform/format.ts'
import { nameText, t } from '../../platform/texts.ts'
import classes from './task.module.css'
import { TaskProgress, TaskState } from './taskTexts.tsx'

const most = 100

/** One task: how it goes, on which node, and what failed of it. */
export function TaskDialog({ dialog }: { readonly dialog: Dialog<AsyncTask> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      title={record ? nameText(record.title) : ''}
      isOpen={isOpen}
      close={close}
      size="lg"
    >
      {record && <Detail id={record.id} />}
    </DialogFrame>
  )
}

function Detail({ id }: { readonly id: string }) {
  const detail = useQuery(query(asyncTasks.detail, { params: { id } }))
  return (
    <Loaded query={detail} permission={asyncTasks.detail.permission}>
      {(task) => (
        <>
          <dl className={classes.facts}>
            <Fact name={t('task.state')}>
              <TaskState task={task} />
            </Fact>
            <Fact name={t('task.progress')}>
              <TaskProgress task={task} />
            </Fact>
            <Fact name={t('task.startedAt')}>
              <Time at={task.startedAt} />
            </Fact>
            <Fact name={t('task.endedAt')}>
              <Time at={task.endedAt} />
            </Fact>
            <Fact name={t('task.attempts')}>{formatNumber(task.attempts)}</Fact>
            <Fact name={t('task.node')}>
              <Ltr>{task.node}</Ltr>
            </Fact>
          </dl>
          {task.message && <p role="alert">{nameText(task.message)}</p>}
          {task.failed > 0 && <Faults id={id} />}
        </>
      )}
    </Loaded>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The first faults, each with its row. */
function Faults({ id }: { readonly id: string }) {
  const faults = useQuery(query(asyncTasks.items, { params: { id }, query: { pageSize: most } }))
  return (
    <Loaded query={faults} permission={asyncTasks.items.permission}>
      {({ list }) => (
        <ul className={classes.faults}>
          {list.map(({ id: itemId, number, key, message }) => (
            <li key={itemId}>
              {t('task.row', { row: formatNumber(number) })} <Ltr>{key}</Ltr> {message}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
