import { expect, it } from 'vitest'
import {
  close,
  describe as describeTab,
  emptyTab,
  isClosable,
  maxAlive,
  beside,
  move,
  noTabs,
  overdue,
  pin,
  refresh,
  sleep,
  tabAt,
  toClose,
  visit,
} from './tabs.ts'

const page = { query: {}, pinned: false, keeps: true, unlisted: false }
const open = (state: typeof noTabs, id: string) => visit(state, { ...page, id, path: `/${id}` })
const opened = (...ids: string[]) => ids.reduce(open, noTabs)
const names = ({ tabs }: typeof noTabs) => tabs.map(({ id }) => id).join('')

it('opens a page once and brings it to the front again', () => {
  const state = open(opened('a', 'b', 'c'), 'a')
  expect(names(state)).toBe('abc')
  expect(state.activeId).toBe('a')
})

it('keeps the first tab, or the pinned ones where there are some', () => {
  const { tabs } = opened('a', 'b')
  expect(tabs.map((tab) => isClosable(tabs, tab))).toEqual([false, true])
  const pinned = visit(opened('a'), { ...page, id: 'p', path: '/p', pinned: true }).tabs
  expect(pinned.map((tab) => isClosable(pinned, tab))).toEqual([true, false])
})

it.each([
  ['this', 'c'],
  ['left', 'b'],
  ['right', 'd'],
  ['others', 'bd'],
  ['all', 'bcd'],
] as const)('closes %s', (scope, expected) => {
  const { tabs } = opened('a', 'b', 'c', 'd')
  const closed = toClose(tabs, 'c', scope)
  expect(closed.map(({ id }) => id).join('')).toBe(expected)
})

it('goes to the right neighbour of a closed tab, else to the left', () => {
  const state = open(opened('a', 'b', 'c'), 'b')
  expect(close(state, ['b']).activeId).toBe('c')
  expect(close(state, ['b', 'c']).activeId).toBe('a')
  expect(close(state, ['c']).activeId).toBe('b')
})

it('puts the least recently used clean page to sleep beyond the limit', () => {
  const many = Array.from({ length: maxAlive }, (_, index) => `t${index}`)
  const state = describeTab(opened(...many), 't0', { dirty: true })
  const more = open(state, 'one-more')
  expect(more.tabs.filter((tab) => !tab.alive).map(({ id }) => id)).toEqual(['t1'])
  expect(more.tabs).toHaveLength(maxAlive + 1)
})

it('refreshes one page only', () => {
  const state = refresh(opened('a', 'b'), 'b')
  expect(state.tabs.map(({ revision }) => revision)).toEqual([0, 1])
})

it('puts even unsaved pages to sleep when it is told to', () => {
  const many = Array.from({ length: maxAlive + 1 }, (_, index) => `t${index}`)
  const state = many.reduce(
    (before, id) => describeTab(open(before, id), id, { dirty: true }),
    noTabs,
  )
  expect(state.tabs.every(({ alive }) => alive)).toBe(true)
  expect(overdue(state.tabs).map(({ id }) => id)).toEqual(['t0'])
  expect(sleep(state.tabs, ['t0'])[0]).toMatchObject({ alive: false, dirty: false })
})

it('starts anew when its tab comes to another record', () => {
  const dirty = describeTab(opened('a'), 'a', { dirty: true, title: 'A 1' })
  const [tab] = visit(dirty, { ...page, id: 'a', path: '/a/2' }).tabs
  expect(tab).toMatchObject({ path: '/a/2', revision: 1, dirty: false, title: null })
})

it('finds the tab that stands at an address; a bare path means the last used of its path', () => {
  const tabs = ['x', 'y'].reduce(
    (state, tab) => visit(state, { ...page, id: tab, path: '/d/1', query: { tab } }),
    noTabs,
  ).tabs
  expect(tabAt(tabs, '/d/1', { tab: 'x' })?.id).toBe('x')
  expect(tabAt(tabs, '/d/1', {})?.id).toBe('y')
  expect(tabAt(tabs, '/d/1', { tab: 'z' })).toBeUndefined()
})

it('opens pinned tabs in front, asleep, and keeps what is open of them', () => {
  const pinned = pin(opened('a', 'b'), [
    { ...page, id: 'p', path: '/p' },
    { ...page, id: 'b', path: '/b' },
  ])
  expect(names(pinned)).toBe('pba')
  expect(pinned.tabs.map(({ alive }) => alive)).toEqual([false, true, true])
  expect(names(pin(pinned, []))).toBe('pba')
  expect(pin(pinned, []).tabs.some((tab) => tab.pinned)).toBe(false)
})

it('moves a tab to the place of another, but not among the pinned', () => {
  expect(names(move(opened('a', 'b', 'c'), 'a', 'c'))).toBe('bca')
  expect(names(move(opened('a', 'b', 'c'), 'c', 'a'))).toBe('cab')
  const pinned = pin(opened('a', 'b'), [{ ...page, id: 'p', path: '/p' }])
  expect(names(move(pinned, 'b', 'p'))).toBe('pab')
  expect(beside(pinned.tabs, 'a', -1)).toBeUndefined()
  expect(beside(pinned.tabs, 'a', 1)?.id).toBe('b')
})

it('passes over a page without a tab when the one in front closes', () => {
  const hidden = visit(opened('a', 'b'), { ...page, id: 'h', path: '/h', unlisted: true })
  expect(close(open(hidden, 'b'), ['b']).activeId).toBe('a')
  expect(isClosable(hidden.tabs, emptyTab)).toBe(true)
})
