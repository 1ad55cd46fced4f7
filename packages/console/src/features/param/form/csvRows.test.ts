import { expect, it } from 'vitest'
import { emptyColumn } from '../emptyColumn.ts'
import { rowsOfCsv } from './csvRows.ts'

const column = { ...emptyColumn, key: 'aid', title: 'AID', required: true }

it.each(['aid\r\nA\nB\r\nC', 'aid\nA\r\nB\rC'])('has each row of %j, whatever ends it', (text) => {
  const read = rowsOfCsv({ columns: [column], maxRows: null }, text, 0)
  expect(read).toEqual({ rows: [{ aid: 'A' }, { aid: 'B' }, { aid: 'C' }] })
})

it('takes no number that a sheet program has saved without its digits', () => {
  const read = rowsOfCsv({ columns: [column], maxRows: null }, 'aid\nA\n8.97E+17\n1E10', 0)
  expect(read).toEqual({
    faults: [{ row: 2, column: 'AID', fault: { key: 'import.lostDigits', params: {} } }],
  })
})
