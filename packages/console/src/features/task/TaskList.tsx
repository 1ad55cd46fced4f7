import { type AsyncTask, asyncTasks, fileTasks } from '@muster/contract'
import { useAction } from '../../kit/list/useAction.ts'
import { useChosenBatch } from '../../kit/list/useBatch.ts'
import { useDialog } from '../../kit/list/useDialog.ts'
import { useList } from '../../kit/list/useList.ts'
import { RowActions, RowButton } from '../../kit/parts/buttons.tsx'
import { DataTable } from '../../kit/parts/DataTable.tsx'
import { Filters } from '../../kit/parts/Filters.tsx'
import { lazyDialog } from '../../kit/parts/lazyPart.tsx'
import { ChosenButton } from '../../kit/parts/RemoveButtons.tsx'
import { Screen, Toolbar } from '../../kit/parts/Screen.tsx'
import { t } from '../../platform/texts.ts'
import { takeFile } from '../file/index.ts'
import { taskColumns, taskFilters } from './taskColumns.tsx'
import { isOver } from './taskTexts.tsx'

const TaskDialog = lazyDialog(() => import('./TaskDialog.tsx').then((file) => file.TaskDialog))

/** A task that is removed is gone for good. */
const ends = { ...asyncTasks, destroyMany: asyncTasks.removeMany }

/** ASYNCTASK_MANAGE: background work, whose it is and how far. */
export function TaskList() {
  const list = useList(asyncTasks)
  const batch = useChosenBatch(list, ends)
  const detail = useDialog<AsyncTask>()
  const remove = () => void batch({ of: ends, kind: 'destroy' })
  return (
    <Screen title="task.title">
      <Filters list={list} keyword={['task.number', 'task.name']} fields={taskFilters} />
      <Toolbar>
        <ChosenButton list={list} code={asyncTasks.removeMany.permission} onClick={remove}>
          {t('task.remove')}
        </ChosenButton>
      </Toolbar>
      <DataTable
        list={list}
        columns={taskColumns}
        actionsWidth={200}
        actions={(task) => <TaskButtons task={task} open={() => detail.open(task)} />}
      />
      <TaskDialog dialog={detail} />
    </Screen>
  )
}

interface TaskButtonsProps {
  readonly task: AsyncTask
  readonly open: () => void
}

function TaskButtons({ task, open }: TaskButtonsProps) {
  const act = useAction(asyncTasks)
  const { id, fileId } = task
  return (
    <RowActions>
      <RowButton code={asyncTasks.detail.permission} onClick={open}>
        {t('task.details')}
      </RowButton>
      {fileId && (
        <RowButton code={fileTasks.download.permission} onClick={() => takeFile(fileId)}>
          {t('file.download')}
        </RowButton>
      )}
      {!isOver(task) && (
        <RowButton
          code={asyncTasks.cancel.permission}
          onClick={() => void act(asyncTasks.cancel, { params: { id } })}
        >
          {t('task.cancel')}
        </RowButton>
      )}
      {isOver(task) && task.type === 'IMPORT' && task.failed > 0 && (
        <RowButton
          code={asyncTasks.retry.permission}
          onClick={() => void act(asyncTasks.retry, { params: { id }, query: { scope: 'failed' } })}
        >
          {t('task.failedAgain')}
        </RowButton>
      )}
      {isOver(task) && task.state !== 'SUCCESS' && (
        <RowButton
          code={asyncTasks.retry.permission}
          onClick={() => void act(asyncTasks.retry, { params: { id }, query: {} })}
        >
          {t('task.again')}
        </RowButton>
      )}
    </RowActions>
  )
}
