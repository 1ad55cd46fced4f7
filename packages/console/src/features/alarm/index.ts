export { DeviceAlarms, OpenAlarms } from './DeviceAlarms.tsx'
export { severityTexts } from './alarmTexts.ts'
