export { devicesBySerial } from './estate/bySerial.queries.ts'
export { estateOf, seesOwn, tallied } from './estate/estate.queries.ts'
