export {
  channelTexts as versionChannelTexts,
  partTexts as versionPartTexts,
  stateTexts as versionStateTexts,
} from './version/versionTexts.ts'
export { aimQuery } from './plan/aim.ts'
export { stateTexts as planStateTexts, stateTones as planStateTones } from './plan/planTexts.ts'
export { PlanChosen } from './plan/PlanChosen.tsx'
export { PlanGroupItem, PlanTerminalItem } from './plan/PlanItem.tsx'
export { PlanBar } from './plan/PlanBar.tsx'
export { columns as versionColumns } from './version/versionColumns.tsx'
