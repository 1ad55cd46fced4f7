import { isPattern, matchesPattern } from '../../platform/pattern.ts'

/** Whether a text can serve as a rule for serial numbers; no rule at all can. */
export const isSerialNumberRule = (rule: string | null): boolean => !rule || isPattern(rule)

/** Whether the whole serial number matches the rule; without a rule any does. */
export const followsSerialNumberRule = (serialNumber: string, rule: string | null): boolean =>
  !rule || matchesPattern(rule, serialNumber)
