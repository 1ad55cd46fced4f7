import { type MenuItem, menuTypes } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { firstPath, groupsAround, type SidebarEntry, sidebarOf, topOf } from './entries.ts'

const page = menuItem
const group = (path: string, children: readonly MenuItem[], more: Partial<MenuItem> = {}) =>
  menuItem(path, { menuType: 0, subSystemUserMenuVOS: children, ...more })

/** The tree as words: a leaf is its path, a group its path and its entries. */
type Words = string | readonly [string, ...Words[]]
const inWords = (entries: readonly SidebarEntry[]): readonly Words[] =>
  entries.map(({ path, entries: below }) => (below.length > 0 ? [path, ...inWords(below)] : path))

it.each([
  {
    rule: 'a directory without a visible child is left out',
    menu: [group('/empty', []), group('/hidden', [page('/ucenter', { isShow: 0 })])],
    shows: [],
  },
  {
    rule: 'what stands below a hidden group is hidden',
    menu: [group('/a', [page('/a/1')], { isShow: 0 })],
    shows: [],
  },
  {
    rule: 'one visible child makes a submenu',
    menu: [group('/a', [page('/a/1'), page('/a/2', { isShow: 0 })])],
    shows: [['/a', '/a/1']],
  },
  {
    rule: 'a page with hidden children only is a leaf',
    menu: [page('/list', { subSystemUserMenuVOS: [page('/list/:id', { isShow: 0 })] })],
    shows: ['/list'],
  },
  {
    rule: 'a leaf of type 1 at the top stands in the menu',
    menu: [page('news'), group('/a', [page('/a/1')])],
    shows: ['/news', ['/a', '/a/1']],
  },
  {
    rule: 'levelHidden lifts children one level',
    menu: [group('/a', [group('b', [page('1'), page('2')], { levelHidden: 1 }), page('3')])],
    shows: [['/a', '/a/b/1', '/a/b/2', '/a/3']],
  },
  {
    rule: 'levelHidden at the top makes children top-level entries',
    menu: [group('/a', [page('1'), group('b', [page('2')])], { levelHidden: 1 })],
    shows: ['/a/1', ['/a/b', '/a/b/2']],
  },
  {
    rule: 'a link stands for its own address',
    menu: [group('/a', [page('mailto:help@site.example', { menuType: menuTypes.link })])],
    shows: [['/a', 'mailto:help@site.example']],
  },
])('the visible menu: $rule', ({ menu, shows }) => {
  expect(inWords(sidebarOf(menu))).toEqual(shows)
})

describe('a page in the menu', () => {
  const entries = sidebarOf([
    page('https://site.example', { menuType: menuTypes.link }),
    group('/a', [group('b', [page('1')])]),
    page('/top'),
  ])

  it('is the first one that lies in the console', () => {
    expect(firstPath(entries)).toBe('/a/b/1')
    expect(firstPath([])).toBeNull()
  })

  it('has groups around it, outermost first', () => {
    expect(groupsAround(entries, '/a/b/1').map(({ path }) => path)).toEqual(['/a', '/a/b'])
  })

  it.each([
    ['/a/b/1', '/a'],
    ['/top', '/top'],
    ['/nowhere', undefined],
  ])('%s belongs to the top-level entry %s', (path, top) => {
    expect(topOf(entries, path)?.path).toBe(top)
  })
})
