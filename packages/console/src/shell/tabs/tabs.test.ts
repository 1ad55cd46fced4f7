import { expect, it } from 'vitest'
import {
  close,
  describe as describeTab,
  isClosable,
  maxAlive,
  noTabs,
  refresh,
  toClose,
  visit,
} from './tabs.ts'

const open = (state: typeof noTabs, id: string) =>
  visit(state, { id, path: `/${id}`, query: {}, pinned: false, keeps: true })
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
  const pinned = visit(opened('a'), {
    id: 'p',
    path: '/p',
    query: {},
    pinned: true,
    keeps: true,
  }).tabs
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
