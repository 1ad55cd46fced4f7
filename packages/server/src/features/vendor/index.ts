export { followsSerialNumberRule, isSerialNumberRule } from './serialNumberRule.ts'
