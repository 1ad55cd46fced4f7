export { TakeBack } from './TakeBack.tsx'
export { etaText, isOver, TaskProgress, TaskState } from './taskTexts.tsx'
