import { type AsyncTask, asyncTasks } from '@muster/contract'
import { useAction } from '../../kit/useAction.ts'
import { Permitted } from '../../kit/page/Permitted.tsx'
import { t } from '../../platform/texts.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/menu/Menu.tsx'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'
import { isOver } from '../../kit/task/taskTexts.tsx'

/** What can be done to a task in the state that it is in. */
export function TaskMenu({ task }: { readonly task: AsyncTask }) {
  const act = useAction(asyncTasks)
  const { id, pinned } = task
  const { cancel, pause, pin, resume } = asyncTasks
  return (
    <MoreMenu label={t('task.actionsOf', { number: task.taskNo })}>
      {task.state === 'PAUSED' && (
        <Item code={resume.permission} icon="restore" go={() => act(resume, { params: { id } })}>
          {t('task.resume')}
        </Item>
      )}
      {(task.state === 'QUEUED' || task.state === 'RUNNING') && (
        <Item code={pause.permission} icon="power" go={() => act(pause, { params: { id } })}>
          {t('task.pause')}
        </Item>
      )}
      {isOver(task) ? (
        <AgainItems task={task} />
      ) : (
        <Item code={cancel.permission} icon="close" go={() => act(cancel, { params: { id } })}>
          {t('task.cancel')}
        </Item>
      )}
      <Item
        code={pin.permission}
        icon="pin"
        go={() => act(pin, { params: { id, pinned: pinned ? '0' : '1' } })}
      >
        {t(pinned ? 'task.unpin' : 'task.pin')}
      </Item>
    </MoreMenu>
  )
}

/** Work that keeps what failed, and can do that alone. */
const keepsFailed: ReadonlySet<AsyncTask['type']> = new Set(['IMPORT', 'BATCH'])

/** Whether a batch ended before it had come to all of its records. */
const hasRest = ({ type, total, done, failed }: AsyncTask): boolean =>
  type === 'BATCH' && done + failed > 0 && done + failed < (total ?? 0)

/** Another try of what has ended: of what failed and was not reached, or of all. */
function AgainItems({ task }: { readonly task: AsyncTask }) {
  const { id, type, state, failed } = task
  const act = useAction(asyncTasks)
  const again = (scope: 'failed' | 'all') => () =>
    act(asyncTasks.retry, { params: { id }, query: { scope } })
  const code = asyncTasks.retry.permission
  const rest = hasRest(task)
  return (
    <>
      {(rest || (failed > 0 && keepsFailed.has(type))) && (
        <Item code={code} icon="restore" go={again('failed')}>
          {t(rest ? 'task.restAgain' : 'task.failedAgain')}
        </Item>
      )}
      {state !== 'SUCCESS' && (
        <Item code={code} icon="refresh" go={again('all')}>
          {t('task.again')}
        </Item>
      )}
    </>
  )
}

interface ItemProps {
  readonly code: string
  readonly icon: IconName
  readonly go: () => Promise<unknown>
  readonly children: string
}

function Item({ code, icon, go, children }: ItemProps) {
  return (
    <Permitted to={code}>
      <Menu.Item leftSection={<Icon name={icon} />} onClick={() => void go()}>
        {children}
      </Menu.Item>
    </Permitted>
  )
}
