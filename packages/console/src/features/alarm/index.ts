export { DeviceAlarms, OpenAlarms } from './DeviceAlarms.tsx'
export {
  alarmKindText,
  causeTexts as alarmCauseTexts,
  kindTexts as alarmKindTexts,
  severityTexts,
} from './alarmTexts.ts'
export { detailWords } from './detailWords.ts'
