export { DeviceAlarms, OpenAlarms } from './DeviceAlarms.tsx'
export {
  alarmKindText,
  kindTexts as alarmKindTexts,
  severityTexts,
} from './alarmTexts.ts'
