export { startPlanWorker } from './plan/plan.worker.ts'
export { startVersionWorker } from './version/version.worker.ts'
