export { RecordHistory } from './RecordHistory.tsx'
