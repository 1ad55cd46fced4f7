import type { ParamColumn } from '@muster/contract'

/** A column of a table before anything is said of it. */
export const emptyColumn: ParamColumn = {
  key: '',
  title: '',
  dataType: 'STRING',
  required: false,
  minLength: null,
  maxLength: null,
  minValue: null,
  maxValue: null,
  pattern: null,
  patternMessage: null,
  items: [],
}
