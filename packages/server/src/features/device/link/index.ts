export { startGateway } from './gateway.ts'
export { startLinkWorker } from './link.worker.ts'
export { mountDeviceTime } from './time.plugin.ts'
