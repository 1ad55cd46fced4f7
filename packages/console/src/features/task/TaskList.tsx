import { type AsyncTask, asyncTasks, fileTasks } from '@muster/contract'
import { useAction } from '../../kit/useAction.ts'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { type List, useList } from '../../kit/list/useList.ts'
import { RowActions, RowButton } from '../../kit/list/buttons.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { confirmChosen } from '../../kit/batch/confirmChosen.ts'
import { ChosenButton, DestroySelected } from '../../kit/batch/RemoveButtons.tsx'
import { Screen } from '../../kit/page/Screen.tsx'
import { t } from '../../platform/texts.ts'
import { takeFile } from '../../kit/download/takeFile.ts'
import { taskColumns, taskFilters } from './taskColumns.tsx'
import { TaskMenu } from './TaskMenu.tsx'

const TaskDialog = lazyDialog(() => import('./TaskDialog.tsx').then((file) => file.TaskDialog))

/** A task that is removed is gone for good. */
const ends = { ...asyncTasks, destroyMany: asyncTasks.removeMany }

/** ASYNCTASK_MANAGE: background work, whose it is and how far. */
export function TaskList() {
  const list = useList(asyncTasks)
  const detail = useDialog<AsyncTask>()
  return (
    <Screen title="task.title">
      <Filters list={list} keyword={['task.number', 'task.name']} fields={taskFilters} />
      <ActionLine
        list={list}
        columns={taskColumns}
        chosen={
          <>
            <CancelButton list={list} />
            <DestroySelected of={ends} list={list} />
          </>
        }
      />
      <DataTable
        list={list}
        columns={taskColumns}
        emptyText="task.empty"
        actionsWidth={200}
        actions={(task) => <TaskButtons task={task} open={() => detail.open(task)} />}
      />
      <TaskDialog dialog={detail} />
    </Screen>
  )
}

/** Cancels those of the chosen tasks that have not ended. */
function CancelButton({ list }: { readonly list: List<AsyncTask> }) {
  const act = useAction(asyncTasks)
  const ids = [...list.selected]
  const cancel = async () => {
    if (!(await confirmChosen({ ids }, { title: t('task.cancelMany'), kind: 'dangerous' }))) return
    if (await act(asyncTasks.cancelMany, { body: { ids } })) list.clearSelection()
  }
  return (
    <ChosenButton
      list={list}
      reach="ticked"
      code={asyncTasks.cancelMany.permission}
      onClick={() => void cancel()}
    >
      {t('task.cancelMany')}
    </ChosenButton>
  )
}

interface TaskButtonsProps {
  readonly task: AsyncTask
  readonly open: () => void
}

function TaskButtons({ task, open }: TaskButtonsProps) {
  const { fileId } = task
  return (
    <RowActions>
      <RowButton opens code={asyncTasks.detail.permission} onClick={open}>
        {t('task.details')}
      </RowButton>
      {fileId && (
        <RowButton code={fileTasks.download.permission} onClick={() => takeFile(fileId)}>
          {t('file.download')}
        </RowButton>
      )}
      <TaskMenu task={task} />
    </RowActions>
  )
}
