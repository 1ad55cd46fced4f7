export { dayTexts } from './form/days.ts'
export { GiveTask } from './GiveTask.tsx'
export { stateTexts, stateTones } from './pushTexts.ts'
