import type { ParamType } from '@muster/contract'

const among =
  (...types: readonly ParamType[]) =>
  (type: ParamType): boolean =>
    types.includes(type)

/** Whose length has bounds. */
export const isMeasured = among('STRING', 'DIGITS', 'HEX', 'HOST', 'URL', 'JSON')
/** Whose value has bounds. */
export const isNumeric = among('INTEGER', 'DECIMAL', 'AMOUNT', 'PORT')
export const isChoice = among('ENUM', 'MULTI_ENUM')
