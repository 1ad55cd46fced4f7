import { expect, it } from 'vitest'
import { emptyColumn } from '../emptyColumn.ts'
import { rowsOfCsv } from './csvRows.ts'

const column = { ...emptyColumn, key: 'aid', title: 'AID', required: true }

it.each(['aid\r\nA\nB\r\nC', 'aid\nA\r\nB\rC'])('has each row of %j, whatever ends it', (text) => {
  const read = rowsOfCsv({ columns: [column], maxRows: null }, text, 0)
  expect(read).toEqual({ rows: [{ aid: 'A' }, { aid: 'B' }, { aid: 'C' }] })
})
