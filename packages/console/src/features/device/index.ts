import { lazyDialog } from '../../platform/lazyPart.tsx'

export { askCommand } from './command/askedCommand.ts'
export { logTexts } from './command/argTexts.ts'
export { commandIcons } from './command/commandIcons.ts'
export { permissionOf } from './command/commandRules.ts'
export {
  codeText,
  commandKey,
  commandText,
  commandTexts,
  stateKeys,
  stateText,
} from './command/commandTexts.ts'
export { AwaitsLink } from './command/AwaitsLink.tsx'
export { Handed } from './command/Handed.tsx'
export { messagesAddress } from './command/messagesAddress.ts'
export { MessagesLink } from './command/MessagesLink.tsx'
export { pushAddress } from './command/pushAddress.ts'
export { showGiven } from './command/showGiven.ts'
export { askedText } from './detail/overview/askedText.ts'
export { reasonText } from './detail/connectivity/reasonText.ts'
export { TaskBadge } from './detail/tasks/TaskBadge.tsx'
export { setTexts } from './sets/setActs.ts'
export { useSetsDialog } from './sets/useSetsDialog.ts'
export { type Tick, type TickName, ticksOf } from './detail/tasks/ticks.ts'
export { waitsTexts } from './detail/tasks/waits.ts'
export { useSerialsFilter } from './list/useSerialsFilter.tsx'
export { DeviceCount } from './facts/DeviceCount.tsx'
export { DeviceLink } from './facts/DeviceLink.tsx'
export { devicePath, lifecycleTexts, networkTexts, offlineTexts } from './facts/deviceTexts.ts'
export { networkText } from './facts/networkText.ts'
export { formatDuration } from './facts/formatDuration.ts'
export { kindTexts } from './feature/featureTexts.ts'
export { columns as modelColumns } from './model/modelColumns.tsx'
export { triggerTexts as appTriggerTexts } from './log/appLogTexts.ts'
export type { FaultReport } from './repair/faultReport.ts'
export { faultTexts, stageTexts } from './repair/repairTexts.ts'

/** Puts terminals into a group, or gives them a label. */
export const SetsDialog = lazyDialog(() =>
  import('./sets/SetsDialog.tsx').then((file) => file.SetsDialog),
)

export const ReportDialog = lazyDialog(() =>
  import('./repair/RepairForm.tsx').then((file) => file.ReportDialog),
)
