export { parameter } from '../../../kit/parameter.ts'
export { setParameter } from './parameter.routes.ts'
