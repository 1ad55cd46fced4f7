export { batchWork } from './batchWork.ts'
export { addTask } from '../../kit/addTask.ts'
export {
  Cancelled,
  type Job,
  NotYet,
  type Outcome,
  startTasks,
  type TaskRunners,
} from './runTasks.ts'
export { calledBy } from './logActs.ts'
export { keepFile, keepRight, keepUploaded } from './files.ts'
export { zipOf } from './zipOf.ts'
