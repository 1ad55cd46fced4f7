import { expect, it } from 'vitest'
import { cellOf, faultOfValue, type ParamShape } from './field.ts'

const bare = { minLength: null, maxLength: null, minValue: null, maxValue: null, pattern: null }
const rules = { ...bare, patternMessage: null, items: [] }
const odd = ['constructor', 'toString', '__proto__']
const table: ParamShape = {
  dataType: 'TABLE',
  maxRows: null,
  columns: odd.map((key) => ({ key, title: key, dataType: 'STRING', required: true, ...rules })),
  ...rules,
}
const faultIn = (text: string) => faultOfValue(table, text, () => true)?.params

it('finds no cell by the names that every object has', () => {
  for (const key of odd) expect(cellOf({}, key)).toBe('')
  expect(faultIn('[{}]')).toEqual({ row: 1, column: 'constructor' })
  expect(faultIn('[{"constructor":"a"}]')).toEqual({ row: 1, column: 'toString' })
  expect(faultIn('[{"constructor":"a","toString":"b"}]')).toEqual({ row: 1, column: '__proto__' })
})
