import { chanceOf } from '../chance.ts'
import { Installer, type InstallerParts } from './installer.ts'
import { ParamTasks } from './paramTasks.ts'
import { TaskHandler, type TaskHandlerParts } from './taskHandler.ts'

type Parts = InstallerParts & Pick<TaskHandlerParts, 'report' | 'repeat' | 'received' | 'underWay'>

/** What carries out the tasks of a terminal. */
export function makeTaskHandler(parts: Parts): TaskHandler {
  const { machine, scenario, seed } = parts
  const { sn } = machine.identity
  const installer = new Installer(parts)
  const params = new ParamTasks(parts)
  return new TaskHandler({
    ...parts,
    acknowledge: (nth) => chanceOf(seed, sn, 'taken', nth).whole(scenario.answers.acknowledge),
    perform: (task, nth, how) =>
      (task.kind === 'PARAM' ? params : installer).perform(task, nth, how),
  })
}
