import { asyncTasks } from '@muster/contract'
import { Time } from '../../../../kit/page/values.tsx'
import { nameText } from '../../../../platform/texts.ts'
import { TaskProgress, TaskState } from '../../../../kit/task/taskTexts.tsx'
import { useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import classes from '../workbench.module.css'

const shown = 6

/** One's own background tasks of the last hours. */
export function TaskCard() {
  const read = useFigures(asyncTasks.mine, {})
  return (
    <Card
      card="TASK"
      read={read}
      empty={(tasks) => (tasks.length === 0 ? 'tools.tasks.none' : null)}
    >
      {(tasks) => (
        <ul className={classes.lines}>
          {tasks.slice(0, shown).map((task) => (
            <li key={task.id}>
              <bdi>{nameText(task.title)}</bdi>
              <span>
                <TaskProgress task={task} />
              </span>
              <TaskState task={task} />
              <Time at={task.createdAt} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
