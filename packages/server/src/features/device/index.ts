export { devicesBySerial, devicesByWords, type NamedDevice } from './estate/bySerial.queries.ts'
export { estateOf, seesOwn, tallied } from './estate/estate.queries.ts'
export { modelsByName } from './model/modelSearch.queries.ts'
