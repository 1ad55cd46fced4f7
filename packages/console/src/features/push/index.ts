export { GiveTask } from './GiveTask.tsx'
