export { TakeBack } from './TakeBack.tsx'
export { etaText, isOver, TaskProgress, TaskState, typeTexts } from './taskTexts.tsx'
