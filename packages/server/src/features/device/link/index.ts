export { mountDeviceIdentity } from './identity.plugin.ts'
export { startLinkWorker } from './link.worker.ts'
export { startGateway } from './startGateway.ts'
export { mountDeviceTime } from './time.plugin.ts'
