import { expect, it } from 'vitest'
import { bareColumns, headingsIn, isHint, repeatsHeadings } from './headings.ts'

const names = new Map([
  ['code', 'code'],
  ['name', 'name'],
  ['الاسم', 'name'],
])

it('finds columns by field, label or case, and leaves out what it does not know', () => {
  expect(headingsIn(['Extra', ' CODE * ', '', 'الاسم', 'Name'], names, { key: 'code' })).toEqual({
    columns: [
      { field: 'code', heading: ' CODE * ', place: 1 },
      { field: 'name', heading: 'الاسم', place: 3 },
    ],
    ignored: ['Extra', 'Name'],
  })
})

it('takes columns that only their headings know, where the sheet is open for them', () => {
  const open = /^\$\{(\w+)\}$/
  const found = headingsIn(['Code', '${host}', 'Remark', ' ${port} ', '${host}'], names, {
    key: 'code',
    open: { heading: open },
  })
  expect(found?.columns.map(({ field }) => field)).toEqual(['code', ':host', ':port'])
  expect(found?.ignored).toEqual(['Remark', '${host}'])
})

it('reads the zone that a heading names behind its label', () => {
  const found = headingsIn(['code', 'Name (Asia/Baghdad)', 'name (old)'], names, { key: 'code' })
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
  (cells) => expect(headingsIn(cells, names, { key: 'code' })).toBeNull(),
)

it('knows a second row of headings and a row of hints from rows of data', () => {
  const headings = headingsIn(['Code', 'الاسم'], names, { key: 'code' })
  if (!headings) throw new Error('no headings')
  expect(repeatsHeadings(['code', 'name'], headings, names)).toBe(true)
  expect(repeatsHeadings(['code', 'Acme'], headings, names)).toBe(false)
  expect(repeatsHeadings(['', ''], headings, names)).toBe(false)
  const hints = new Set(['# Required; text'])
  const isOne = (...cells: string[]) => isHint(cells, hints)
  expect([isOne('', ' # Required; text', 'text'), isOne('#12, Main St'), isOne()]).toEqual([
    true,
    false,
    false,
  ])
})

it('tells which columns have cells and no heading', () => {
  const bare = bareColumns(['code', ' ', 'Colour'])
  for (const cells of [
    ['A', '', 'red'],
    ['B', ' ', 'red', '', 'x'],
    ['C', 'y'],
  ])
    bare.look(cells)
  expect(bare.places()).toEqual([1, 4])
})
