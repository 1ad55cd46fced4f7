export { addTask } from './addTask.ts'
export {
  Cancelled,
  type Job,
  NotYet,
  type Outcome,
  startTasks,
  type TaskRunners,
} from './runTasks.ts'
export { filesPath, keepFile, keepUploaded } from './files.ts'
