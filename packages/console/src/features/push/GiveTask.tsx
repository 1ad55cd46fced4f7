import { mqttApks, mqttTasks } from '@muster/contract'
import { ChosenButton } from '../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import type { List } from '../../kit/list/useList.ts'
import { formatAll } from '../../platform/format.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import type { PushStart } from './form/pushStart.ts'

const TaskForm = lazyDialog(() => import('./form/TaskForm.tsx').then((file) => file.TaskForm))

const AppTaskForm = lazyDialog(() =>
  import('./form/AppTaskForm.tsx').then((file) => file.AppTaskForm),
)

/** Gives the chosen terminals of a list a task: those that were named, or all that match as a filter. */
export function GiveTask<R extends { readonly id: string }>({ list }: { readonly list: List<R> }) {
  const form = useDialog<PushStart>()
  const open = async () => form.open(await startOf(list))
  return (
    <>
      <ChosenButton list={list} code={mqttTasks.add.permission} onClick={() => void open()}>
        {t('push.addTo')}
      </ChosenButton>
      <TaskForm dialog={form} done={list.clearSelection} />
    </>
  )
}

/** Brings the chosen terminals of a list an application, or takes one from them. */
export function GiveAppTask<R extends { readonly id: string }>({
  list,
}: {
  readonly list: List<R>
}) {
  const form = useDialog<PushStart>()
  const open = async () => form.open(await startOf(list))
  return (
    <>
      <ChosenButton list={list} code={mqttApks.add.permission} onClick={() => void open()}>
        {t('push.addAppTo')}
      </ChosenButton>
      <AppTaskForm dialog={form} done={list.clearSelection} />
    </>
  )
}

type Chosen = Pick<List<{ readonly id: string }>, 'isAll' | 'selected' | 'sought'>

async function startOf({ isAll, selected, sought }: Chosen): Promise<PushStart> {
  if (!isAll) return { values: { way: 'ids', ids: [...selected] } }
  if (Object.keys(sought).length === 0) return { values: { way: 'orgId' } }
  const { filterOfList, leftText } = await import('../device/filter/index.ts')
  const { filter, left } = filterOfList(sought)
  const names = formatAll(left.map((name) => t(leftText(name))))
  return {
    values: { way: 'filter', filter: filter ?? '' },
    said: left.length > 0 ? t('push.notTaken', { names }) : undefined,
  }
}
