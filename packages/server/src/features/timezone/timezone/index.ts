export { isTimezone } from './timezone.rules.ts'
