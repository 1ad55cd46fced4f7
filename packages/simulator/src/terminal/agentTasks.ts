import { chanceOf } from '../chance.ts'
import { Installer } from './installer.ts'
import { ParamTasks } from './paramTasks.ts'
import { type Performed, type Task, TaskHandler, type TaskHandlerParts } from './taskHandler.ts'
import { Upgrader, type UpgraderParts } from './upgrader.ts'

type Parts = UpgraderParts & Pick<TaskHandlerParts, 'report' | 'repeat' | 'received' | 'underWay'>

/** What carries out the tasks of a terminal. */
export function makeTaskHandler(parts: Parts): TaskHandler {
  const { machine, scenario, seed } = parts
  const { sn } = machine.identity
  return new TaskHandler({
    ...parts,
    acknowledge: (nth) => chanceOf(seed, sn, 'taken', nth).whole(scenario.answers.acknowledge),
    perform: performerOf(parts),
  })
}

function performerOf(parts: Parts): TaskHandlerParts['perform'] {
  const [installer, params, upgrader] = [
    new Installer(parts),
    new ParamTasks(parts),
    new Upgrader(parts),
  ]
  return async (task: Task, nth: number, how: Performed) => {
    if (task.kind === 'UPGRADE') return upgrader.perform(task, nth, how)
    const { pkg } = task
    if (pkg === undefined) return { state: 'REFUSED', code: 'C403' }
    return (task.kind === 'PARAM' ? params : installer).perform({ ...task, pkg }, nth, how)
  }
}
