export { mountParams } from './delivery/param.plugin.ts'
export { startParamWorker } from './param.worker.ts'
