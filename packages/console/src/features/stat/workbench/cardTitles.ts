import type { TextKey, WorkbenchCard } from '@muster/contract'

export const cardTitles: Readonly<Record<WorkbenchCard, TextKey>> = {
  ESTATE: 'workbench.estate',
  ONLINE: 'workbench.online',
  TODO: 'workbench.todo',
  ALARM: 'workbench.alarm',
  COMMAND: 'workbench.command',
  VERSION: 'workbench.version',
  MAP: 'workbench.map',
  PUSH: 'workbench.push',
  MODEL: 'workbench.model',
  ACTIVATION: 'workbench.activation',
  REPAIR: 'workbench.repair',
  ENDING: 'workbench.ending',
  APP: 'workbench.app',
  LOCK: 'workbench.lock',
  TASK: 'workbench.task',
  NOTICE: 'workbench.notice',
  SHORTCUT: 'workbench.shortcut',
}
