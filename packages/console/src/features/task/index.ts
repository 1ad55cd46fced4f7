export { durationText } from './duration.ts'
