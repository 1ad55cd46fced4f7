export { isTimezone, offsetMinutesAt } from './timezone.rules.ts'
