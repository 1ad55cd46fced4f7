export { isOver, TaskProgress, TaskState } from './taskTexts.tsx'
