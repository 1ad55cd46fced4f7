import { expect, it } from 'vitest'
import { csvOf } from '../../../kit/download/csvOf.ts'
import { linesOf } from './figures.ts'

it('writes figures as a file that no sheet program runs', () => {
  const rows = [
    ['2.4.1', 6],
    ['=1+1', -2],
    ['＝1+1', 1],
    ["'=1+1", 2],
    ['a "b", c', null],
  ]
  expect(csvOf({ columns: ['Version', 'Terminals'], rows })).toBe(
    '\uFEFFVersion,Terminals\r\n2.4.1,6\r\n\'=1+1,-2\r\n\'＝1+1,1\r\n\'\'=1+1,2\r\n"a ""b"", c",\r\n',
  )
})

it('draws figures in lines below their headings, with nothing where nothing was counted', () => {
  const figures = {
    columns: ['Hour', 'Terminals'],
    rows: [
      ['08:00', 12_000],
      ['09:00', null],
    ],
  }
  expect(linesOf(figures)).toEqual([
    ['Hour', 'Terminals'],
    ['08:00', '12,000'],
    ['09:00', '–'],
  ])
})
