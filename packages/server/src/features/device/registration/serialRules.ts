import { followsSerialNumberRule, type SerialNumberRule } from '../../vendor/index.ts'

/** A rule for serial numbers: of a model, or of a vendor for those of his models that have none. */
export interface SerialRule extends SerialNumberRule {
  readonly ownerId: string
  readonly modelId: string
}

/**
 * Whether a serial number follows the rule of the model that it names, and no other rule: then a
 * terminal can be told from others by its number alone.
 */
export function fitsOneRule(sn: string, modelId: string, rules: readonly SerialRule[]): boolean {
  const fitting = rules.filter((rule) => followsSerialNumberRule(sn, rule))
  const owners = new Set(fitting.map(({ ownerId }) => ownerId))
  return owners.size === 1 && fitting.some((rule) => rule.modelId === modelId)
}
