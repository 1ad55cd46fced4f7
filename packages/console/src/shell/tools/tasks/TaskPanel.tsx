import { asyncTasks, fileTasks, type OwnTask } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { takeFile } from '../../../kit/download/takeFile.ts'
import { TakeBack } from '../../../kit/task/TakeBack.tsx'
import { isOver, TaskProgress, TaskState, typeTexts } from '../../../kit/task/taskTexts.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { query } from '../../../kit/queries.ts'
import { can } from '../../../kit/session.ts'
import { nameText, t } from '../../../platform/texts.ts'
import { AwaitsLink } from '../../../features/device/index.ts'
import { Splash } from '../../layout/Splash.tsx'
import { ToolDialog } from '../ToolDialog.tsx'
import styles from './TaskPanel.module.css'

/** The task tray: one's own background work of the last hours, with progress, cancel, result and undo. */
export function TaskPanel({ close }: { readonly close: () => void }) {
  const { data, isPending, isError, refetch } = useQuery(query(asyncTasks.mine, {}))
  return (
    <ToolDialog title={t('tools.tasks')} place="corner" close={close}>
      {isPending && <Splash />}
      {isError && !data && (
        <div className={styles['state']} role="alert">
          <p>{t('tools.tasks.failed')}</p>
          <button type="button" className={styles['action']} onClick={() => void refetch()}>
            {t('kit.retry')}
          </button>
        </div>
      )}
      {data?.length === 0 && <p className={styles['state']}>{t('tools.tasks.none')}</p>}
      <ul className={styles['list']}>
        {data?.map((task) => (
          <TaskItem key={task.id} task={task} />
        ))}
      </ul>
    </ToolDialog>
  )
}

function TaskItem({ task }: { readonly task: OwnTask }) {
  const act = useAction(asyncTasks)
  const { id, type, title, fileId, message } = task
  const kind = typeTexts[type]
  return (
    <li className={styles['item']}>
      <span className={styles['name']}>
        <bdi>{nameText(title)}</bdi>
        {/* The check of a sheet and its import bear the name of the same file. */}
        {title !== kind && <small className={styles['kind']}>{t(kind)}</small>}
      </span>
      <span className={styles['progress']}>
        {/* What counts nothing, as the check of a sheet, is over and that is all. */}
        {(!isOver(task) || task.done + task.failed > 0) && <TaskProgress task={task} />}
      </span>
      <TaskState task={task} />
      {message && <p className={styles['message']}>{nameText(message)}</p>}
      {!isOver(task) && can(asyncTasks.cancel.permission) && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => void act(asyncTasks.cancel, { params: { id } })}
        >
          {t('task.cancel')}
        </button>
      )}
      {fileId && can(fileTasks.download.permission) && (
        <button type="button" className={styles['action']} onClick={() => takeFile(fileId)}>
          {t('file.download')}
        </button>
      )}
      <div className={styles['awaits']}>
        <AwaitsLink awaits={task.awaits} />
      </div>
      {isOver(task) && <TakeBack id={id} of={type} count={task.reversible} />}
    </li>
  )
}
