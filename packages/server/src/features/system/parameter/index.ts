export { parameter } from './parameter.ts'
