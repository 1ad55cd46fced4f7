export { startVersionWorker } from './version/version.worker.ts'
