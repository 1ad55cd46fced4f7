import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellOf, headingOf, readCell } from './cell.rules.ts'

it('gives every text back', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'#"=+-@\' \r\n\t\0\ud800\ufeffسa'.split('')) }),
  )
  fc.assert(
    fc.property(text, (value) => {
      const cell = cellOf(value)
      expect(readCell(cell)).toEqual({ is: 'value', text: value })
      // What a file keeps: no control characters, no halves of letters, no blanks at its ends.
      expect(cell).not.toMatch(/[\p{Cc}\p{Cs}]|^[\s=+\-@']|\s$|^$/u)
    }),
    { numRuns: 2000 },
  )
})

it.each([
  ['#inherit', { is: 'inherit' }],
  [' #inherit ', { is: 'inherit' }],
  ['#ff0000', { is: 'value', text: '#ff0000' }],
  ['#"no end', { is: 'unreadable' }],
])('reads %j', (cell, meant) => expect(readCell(cell)).toEqual(meant))

it('puts a parameter between brackets that reads as another heading', () => {
  const isTaken = (heading: string) => heading.toLowerCase() === 'sn'
  expect(['host', 'SN', '-x', 'sn.2'].map((pid) => headingOf(pid, isTaken))).toEqual([
    'host',
    '[SN]',
    '[-x]',
    'sn.2',
  ])
})
