export { isTimezone, offsetMinutesAt } from './timezone.rules.ts'
export { momentsAt, wallTimeAt } from './wallClock.rules.ts'
