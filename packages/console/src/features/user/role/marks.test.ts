// @vitest-environment node
import type { RightNode } from '@muster/contract'
import { expect, it } from 'vitest'
import { differencesOf, grantedLeaves, markOf, matching, turned } from './marks.ts'

const node = (id: string, more: Partial<RightNode> = {}): RightNode => ({
  id,
  name: id,
  menuType: 2,
  code: id,
  isGranted: false,
  isHeld: true,
  children: [],
  ...more,
})
const page = node('page', {
  children: [
    node('list', { isGranted: true }),
    node('add'),
    node('destroy', { isHeld: false, isGranted: true }),
  ],
})
const tree = [node('estate', { children: [page, node('detail')] })]
const ids = (granted: ReadonlySet<string>) => [...granted].toSorted((a, b) => a.localeCompare(b))

it('marks a branch by what is granted below it', () => {
  expect(ids(grantedLeaves(tree))).toEqual(['destroy', 'list'])
  expect(markOf(page, grantedLeaves(tree))).toBe('some')
  expect(markOf(page, new Set(['list', 'add', 'destroy']))).toBe('all')
  expect(markOf(page, new Set())).toBe('none')
  expect(markOf(node('leaf'), new Set(['leaf']))).toBe('all')
})

it('turns a branch on and off, but for what its giver does not hold', () => {
  const whole = turned(page, grantedLeaves(tree))
  expect(ids(whole)).toEqual(['add', 'destroy', 'list'])
  expect(ids(turned(page, whole))).toEqual(['destroy'])
})

it('finds a right with the way to it, and a page whole', () => {
  const of = (word: string) => matching(tree, ({ id }) => id === word)
  expect(JSON.stringify(of('add')).match(/"id":"\w+"/g)).toEqual([
    '"id":"estate"',
    '"id":"page"',
    '"id":"add"',
  ])
  expect(of('page')[0]?.children[0]?.children).toHaveLength(3)
  expect(of('nothing')).toEqual([])
})

it('tells what sets two roles apart', () => {
  const found = differencesOf(tree, new Set(['add', 'list']))
  expect(found.map(({ node: { id }, isInFirst }) => `${id} ${isInFirst}`)).toEqual([
    'add false',
    'destroy true',
  ])
  expect(found[0]?.under).toEqual(['estate', 'page'])
})
