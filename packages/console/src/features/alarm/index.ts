export { DeviceAlarms, OpenAlarms } from './DeviceAlarms.tsx'
export { kindTexts as alarmKindTexts, severityTexts } from './alarmTexts.ts'
