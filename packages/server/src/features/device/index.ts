export { devicesBySerial } from './estate/bySerial.queries.ts'
