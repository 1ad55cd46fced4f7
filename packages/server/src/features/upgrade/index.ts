export { startPlanWorker } from './plan/plan.worker.ts'
