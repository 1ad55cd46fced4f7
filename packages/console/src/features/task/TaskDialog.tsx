import { type AsyncTask, type AsyncTaskDetail, asyncTasks, fileTasks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { Permitted } from '../../kit/page/Permitted.tsx'
import { Loaded } from '../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../kit/page/values.tsx'
import { query } from '../../kit/queries.ts'
import { formatDateTimeSeconds, formatNumber } from '../../platform/format.ts'
import { nameText, t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { takeFile } from '../../kit/download/takeFile.ts'
import { DictionaryLabel } from '../../kit/dictionary/DictionaryLabel.tsx'
import { AwaitsLink } from '../device/index.ts'
import { durationText } from './duration.ts'
import classes from './task.module.css'
import { TakeBack } from '../../kit/task/TakeBack.tsx'
import { isOver, TaskProgress, TaskState } from '../../kit/task/taskTexts.tsx'
import { Facts } from '../../kit/page/Facts.tsx'

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
          <Facts apart>
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
            <Fact name={t('task.duration')}>{durationText(task.durationSeconds)}</Fact>
            <Fact name={t('task.attempts')}>{formatNumber(task.attempts)}</Fact>
            <Fact name={t('task.node')}>
              <Ltr>{task.node}</Ltr>
            </Fact>
          </Facts>
          {task.message && <p role="alert">{nameText(task.message)}</p>}
          {task.failed > 0 && <Faults id={id} failed={task.failed} />}
          {task.fileId && <ResultButton fileId={task.fileId} />} <AwaitsLink awaits={task.awaits} />
          {isOver(task) && <TakeBack id={id} of={task.type} count={task.reversible} />}
          <Timeline task={task} />
          <Asked task={task} />
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
function Faults({ id, failed }: { readonly id: string; readonly failed: number }) {
  const faults = useQuery(query(asyncTasks.items, { params: { id }, query: { pageSize: most } }))
  return (
    <Loaded query={faults} permission={asyncTasks.items.permission}>
      {({ list }) =>
        list.length > 0 && (
          <section>
            <h3 className={classes.heading}>{t('task.faults')}</h3>
            <ul className={classes.faults}>
              {list.map(({ id: itemId, number, key, message }) => (
                <li key={itemId}>
                  {t('task.row', { row: formatNumber(number) })} <Ltr>{key}</Ltr> {message}
                </li>
              ))}
            </ul>
            {failed > most && <p>{t('task.firstFaults', { count: formatNumber(most) })}</p>}
          </section>
        )
      }
    </Loaded>
  )
}

/** The file that it made: an import's sheet says of each row what became of it. */
function ResultButton({ fileId }: { readonly fileId: string }) {
  return (
    <Permitted to={fileTasks.download.permission}>
      <Button variant="default" onClick={() => takeFile(fileId)}>
        {t('file.download')}
      </Button>
    </Permitted>
  )
}

/** Its states, the first one first. */
function Timeline({ task: { events } }: { readonly task: AsyncTaskDetail }) {
  return (
    <section>
      <h3 className={classes.heading}>{t('task.events')}</h3>
      <ol className={classes.events}>
        {events.map(({ at, state, node, message }, place) => (
          <li key={`${at} ${place}`}>
            <time dateTime={at}>{formatDateTimeSeconds(at)}</time>{' '}
            <DictionaryLabel of="task.state" value={state} />
            {node && (
              <>
                {' '}
                {t('task.on')} <Ltr>{node}</Ltr>
              </>
            )}
            {message && `: ${nameText(message)}`}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What was asked for, as the work reads it. */
function Asked({ task: { params } }: { readonly task: AsyncTaskDetail }) {
  return (
    <details className={classes.asked}>
      <summary>{t('task.params')}</summary>
      <dl>
        {Object.entries(params).map(([name, value]) => (
          <div key={name}>
            <dt>
              <Ltr>{name}</Ltr>
            </dt>
            <dd>
              <Ltr>{typeof value === 'string' ? value : JSON.stringify(value)}</Ltr>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
