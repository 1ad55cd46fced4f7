export { DeviceAlarms, OpenAlarms } from './DeviceAlarms.tsx'
export { alarmKindText, severityTexts } from './alarmTexts.ts'
