export { addTask } from './addTask.ts'
export {
  Cancelled,
  type Job,
  NotYet,
  type Outcome,
  startTasks,
  type TaskRunners,
} from './runTasks.ts'
export { keepFile, keepUploaded } from './files.ts'
