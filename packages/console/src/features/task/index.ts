export { etaText, isOver, TaskProgress, TaskState } from './taskTexts.tsx'
