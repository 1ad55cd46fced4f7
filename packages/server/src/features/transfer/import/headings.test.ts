import { expect, it } from 'vitest'
import { headingsIn, isHint, repeatsHeadings } from './headings.ts'

const names = new Map([
  ['code', 'code'],
  ['name', 'name'],
  ['الاسم', 'name'],
])

it('finds columns by field, label or case, and leaves out what it does not know', () => {
  expect(headingsIn(['Extra', ' CODE * ', '', 'الاسم', 'Name'], names, 'code')).toEqual({
    columns: [
      { field: 'code', heading: ' CODE * ', place: 1 },
      { field: 'name', heading: 'الاسم', place: 3 },
    ],
    ignored: ['Extra', 'Name'],
  })
})

it('reads the zone that a heading names behind its label', () => {
  const found = headingsIn(['code', 'Name (Asia/Baghdad)', 'name (old)'], names, 'code')
  if (!found) throw new Error('no headings')
  expect(found).toEqual({
    columns: [
      { field: 'code', heading: 'code', place: 0 },
      { field: 'name', heading: 'Name (Asia/Baghdad)', place: 1, zone: 'Asia/Baghdad' },
    ],
    ignored: ['name (old)'],
  })
  expect(repeatsHeadings(['code', 'Name (UTC)'], found, names)).toBe(true)
})

it.each([[['Vendors of 2026']], [['name']], [[]], [['__proto__', 'constructor']]])(
  'takes %j for no headings: the key is not among them',
  (cells) => expect(headingsIn(cells, names, 'code')).toBeNull(),
)

it('knows a second row of headings and a row of hints from rows of data', () => {
  const headings = headingsIn(['Code', 'الاسم'], names, 'code')
  if (!headings) throw new Error('no headings')
  expect(repeatsHeadings(['code', 'name'], headings, names)).toBe(true)
  expect(repeatsHeadings(['code', 'Acme'], headings, names)).toBe(false)
  expect(repeatsHeadings(['', ''], headings, names)).toBe(false)
  expect([isHint(['', ' # a text']), isHint(['x', '#']), isHint([])]).toEqual([true, false, false])
})
