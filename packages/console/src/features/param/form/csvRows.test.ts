import type { ParamColumn } from '@muster/contract'
import { expect, it } from 'vitest'
import { rowsOfCsv } from './csvRows.ts'

const column: ParamColumn = {
  key: 'aid',
  title: 'AID',
  dataType: 'STRING',
  required: true,
  minLength: null,
  maxLength: null,
  minValue: null,
  maxValue: null,
  pattern: null,
  patternMessage: null,
  items: [],
}

it.each(['aid\r\nA\nB\r\nC', 'aid\nA\r\nB\rC'])('has each row of %j, whatever ends it', (text) => {
  const read = rowsOfCsv({ columns: [column], maxRows: null }, text, 0)
  expect(read).toEqual({ rows: [{ aid: 'A' }, { aid: 'B' }, { aid: 'C' }] })
})
