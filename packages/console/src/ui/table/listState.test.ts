// @vitest-environment node
import { expect, it } from 'vitest'
import { changed, firstState, pageQueryOf, readState, writeState } from './listState.ts'

const names = ['pageNum', 'pageSize', 'sortField', 'sortOrder', 'keyword', 'type', 'status']
const at = { names, pageSize: 20 }

it('leaves out of the address what is as at the start', () => {
  expect(writeState(firstState(20), { tab: 'tasks' }, at)).toEqual({ tab: 'tasks' })
})

it('reads back what it has written', () => {
  const state = {
    page: 3,
    pageSize: 50,
    sort: { field: 'name', order: 'desc' as const },
    keyword: 'بغداد',
    filter: { type: 'city', status: '0' },
  }
  expect(readState(writeState(state, {}, at), names, 20)).toEqual(state)
})

it.each([['0'], ['-1'], ['1.5'], ['many'], ['']])(
  'takes the page number %o for the first page',
  (pageNum) => {
    expect(readState({ pageNum }, names, 20).page).toBe(1)
  },
)

it('ignores members of the address that the list does not know', () => {
  expect(readState({ tab: 'tasks', owner: 'x' }, names, 20)).toEqual(firstState(20))
})

it('goes back to the first page when what is listed changes, and only then', () => {
  const third = { ...firstState(20), page: 3 }
  expect(changed(third, { keyword: 'x' }).page).toBe(1)
  expect(changed(third, { filter: { type: 'city' } }).page).toBe(1)
  expect(changed(third, { page: 4 }).page).toBe(4)
})

it('forgets filters that were emptied', () => {
  const filtered = { ...firstState(20), filter: { type: 'city', status: '1' } }
  expect(changed(filtered, { filter: { type: '', status: '1' } }).filter).toEqual({ status: '1' })
})

it('asks the server for page, size and all that narrows', () => {
  expect(pageQueryOf({ ...firstState(20), keyword: 'x', filter: { type: 'city' } })).toEqual({
    type: 'city',
    keyword: 'x',
    pageNum: '1',
    pageSize: '20',
  })
})

it('asks for serial numbers in ASCII digits, whatever the keyboard, and keeps what was typed', () => {
  const typed = { ...firstState(20), keyword: '٠٠١٢', filter: { snPrefix: 'DEMO-٠٠' } }
  expect(pageQueryOf(typed)).toMatchObject({ keyword: '0012', snPrefix: 'DEMO-00' })
  expect(writeState(typed, {}, { names, pageSize: 20 })['keyword']).toBe('٠٠١٢')
})
