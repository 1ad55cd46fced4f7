import { readParamFile, type TextKey, type Variable, type VariableSource } from '@muster/contract'

export const levelTexts = {
  PLATFORM: 'variable.level.PLATFORM',
  ORG: 'variable.level.ORG',
  STATION: 'variable.level.STATION',
  DEVICE: 'variable.level.DEVICE',
} as const satisfies Readonly<Record<Variable['level'], TextKey>>

export const sourceTexts = {
  BUILT_IN: 'variable.level.BUILT_IN',
  ...levelTexts,
} as const satisfies Readonly<Record<VariableSource, TextKey>>

export const typeTexts = {
  TEXT: 'variable.type.TEXT',
  SECRET: 'variable.type.SECRET',
  FILE: 'variable.type.FILE',
} as const satisfies Readonly<Record<Variable['type'], TextKey>>

export const deliverTexts = {
  NEXT: 'variable.deliver.NEXT',
  NOW: 'variable.deliver.NOW',
} as const satisfies Readonly<Record<Variable['deliver'], TextKey>>

/** The name of a file, as its variable has it. */
export const fileName = (file: string | null): string | null =>
  readParamFile(file ?? '')?.name ?? file
