import { paramAccessLevels, paramControls, paramTypes, type TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'

const keyed = <K extends string>(
  values: readonly K[],
  keyOf: (value: K) => TextKey,
): Readonly<Record<string, TextKey>> =>
  Object.fromEntries(values.map((value) => [value, keyOf(value)]))

export const typeTexts = keyed(paramTypes, (type) => `param.type.${type}`)
export const accessTexts = keyed(paramAccessLevels, (level) => `param.access.${level}`)
export const controlTexts = keyed(paramControls, (control) => `param.control.${control}`)

/** Texts of some values, for a choice. */
export const textsOf = (
  values: readonly string[],
  keys: Readonly<Record<string, TextKey>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(values.flatMap((value) => (keys[value] ? [[value, t(keys[value])]] : [])))
