export { parameter } from './parameter.ts'
export { setParameter } from './parameter.routes.ts'
