import type { ParamType } from '@muster/contract'

const among =
  (...types: readonly ParamType[]) =>
  (type: ParamType): boolean =>
    types.includes(type)

/** Whose length has bounds. */
export const isMeasured = among('STRING', 'DIGITS', 'HEX', 'HOST', 'URL', 'JSON')
/** Whose value has bounds. */
export const isNumeric = among('INTEGER', 'DECIMAL', 'AMOUNT', 'PORT')
/** Whose value is none that could be measured. */
export const isUnitless = among('TABLE', 'JSON', 'FILE', 'IMAGE', 'BOOL')
export const isChoice = among('ENUM', 'MULTI_ENUM')
