export { askCommand } from './command/askedCommand.ts'
export { commandIcons } from './command/commandIcons.ts'
export { permissionOf } from './command/commandRules.ts'
export {
  codeText,
  commandKey,
  commandText,
  stateKeys,
  stateText,
} from './command/commandTexts.ts'
export { Handed } from './command/Handed.tsx'
export { WhyPanel } from './detail/overview/WhyPanel.tsx'
export { TaskBadge } from './detail/tasks/TaskBadge.tsx'
export { type Tick, type TickName, ticksOf } from './detail/tasks/ticks.ts'
export { waitsTexts } from './detail/tasks/waits.ts'
export { devicePath } from './facts/deviceTexts.ts'
export { kindTexts } from './feature/featureTexts.ts'
export { columns as modelColumns } from './model/modelColumns.tsx'
