// @vitest-environment node
import { expect, it } from 'vitest'
import { exceptBelow, linesOf, treeStep } from './lines.ts'

const node = (id: string, children: ReturnType<typeof leaf>[] = []) => ({ ...leaf(id), children })
const leaf = (id: string) => ({ id, name: id, code: id, children: [] as never[] })
const tree = [node('bank', [leaf('north'), leaf('south')]), node('shop')]

const ids = (lines: readonly { readonly id: string }[]) => lines.map(({ id }) => id).join(' ')

it('lists parents before their children, with their depth', () => {
  expect(linesOf(tree).map(({ id, depth }) => `${id} ${depth}`)).toEqual([
    'bank 0',
    'north 1',
    'south 1',
    'shop 0',
  ])
})

it('hides what is below a closed node', () => {
  expect(ids(linesOf(tree, new Set(['bank'])))).toBe('bank shop')
})

it('leaves out a record with all that is below it', () => {
  expect(ids(exceptBelow(linesOf(tree), 'bank'))).toBe('shop')
  expect(ids(exceptBelow(linesOf(tree), 'south'))).toBe('bank north shop')
  expect(ids(exceptBelow(linesOf(tree), undefined))).toBe('bank north south shop')
})

it('steps from line to line and no further than the ends', () => {
  const lines = linesOf(tree)
  expect(treeStep(lines, 'bank', 'next')).toBe('north')
  expect(treeStep(lines, 'bank', 'previous')).toBeNull()
  expect(treeStep(lines, 'north', 'last')).toBe('shop')
  expect(treeStep(lines, 'shop', 'next')).toBeNull()
})
