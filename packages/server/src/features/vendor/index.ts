export {
  followsSerialNumberRule,
  isSerialNumberRule,
  type SerialNumberRule,
} from './serialNumberRule.ts'
