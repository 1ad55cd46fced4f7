export { noticePreferencesOf } from './preference.queries.ts'
export { quietUntil } from './quiet.rules.ts'
