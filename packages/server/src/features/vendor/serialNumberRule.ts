import { isPattern, matchesPattern } from '../../platform/pattern.ts'

/** Whether a text can serve as a rule for serial numbers; no rule at all can. */
export const isSerialNumberRule = (rule: string | null): boolean => !rule || isPattern(rule)

/** What serial numbers of a model have to be like: its own rule or its vendor's, and how all of the vendor's begin. */
export interface SerialNumberRule {
  readonly snRule: string | null
  readonly snPrefixes: readonly string[]
}

/** Whether the whole serial number matches the rule, and begins as it has to; without a rule any does. */
export const followsSerialNumberRule = (
  serialNumber: string,
  { snRule, snPrefixes }: SerialNumberRule,
): boolean =>
  (snPrefixes.length === 0 || snPrefixes.some((prefix) => serialNumber.startsWith(prefix))) &&
  (!snRule || matchesPattern(snRule, serialNumber))
