import type { ListLook } from '@muster/contract'
import { expect, it } from 'vitest'
import { arranged, inOrder, turned } from './arranged.ts'

const columns = ['name', 'code', 'status', 'note'].map((id) => ({ id, width: 100 }))
const look: ListLook = { order: [], hidden: [], widths: {}, density: 'normal' }
const ids = (shown: readonly { readonly id: string }[]) => shown.map(({ id }) => id)

it('leaves columns as they are shipped until somebody arranges them', () => {
  expect(arranged(columns, null)).toBe(columns)
  expect(arranged(columns, look)).toEqual(columns)
})

it('orders, hides and widens', () => {
  const shown = arranged(columns, {
    ...look,
    order: ['status', 'note', 'name', 'code'],
    hidden: ['note'],
    widths: { name: 240 },
  })
  expect(ids(shown)).toEqual(['name', 'status', 'code'])
  expect(shown[0]).toEqual({ id: 'name', width: 240, isChosen: true })
})

it('puts a column that is newer than the order behind its neighbour', () => {
  expect(ids(inOrder(columns, ['name', 'note', 'code']))).toEqual([
    'name',
    'note',
    'code',
    'status',
  ])
  expect(ids(inOrder(columns, ['code', 'status']))).toEqual(['name', 'code', 'status', 'note'])
})

it('leads with the column that says what the row is, wherever another was put', () => {
  expect(ids(inOrder(columns, ['note', 'status', 'name', 'code']))).toEqual([
    'name',
    'note',
    'status',
    'code',
  ])
  expect(inOrder([], ['note'])).toEqual([])
})

it('forgets columns that are gone, and never hides all', () => {
  expect(ids(inOrder(columns, ['gone', 'note']))).toEqual(['name', 'code', 'status', 'note'])
  expect(arranged(columns, { ...look, hidden: ids(columns) })).toHaveLength(4)
})

it('shows an extra column to who asks for it, and hides it again', () => {
  const all = [{ id: 'name' }, { id: 'card', isExtra: true }]
  const asked = turned({ id: 'card', isExtra: true }, look)
  expect(ids(arranged(all, null))).toEqual(['name'])
  expect(ids(arranged(all, look))).toEqual(['name'])
  expect(ids(arranged(all, asked))).toEqual(['name', 'card'])
  expect(ids(arranged(all, turned({ id: 'card', isExtra: true }, asked)))).toEqual(['name'])
})
