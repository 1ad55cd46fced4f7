export { exportRoutes } from './exports.ts'
export { exportWork } from './exportWork.ts'
