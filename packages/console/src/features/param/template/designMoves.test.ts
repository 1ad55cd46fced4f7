import { emptyTemplate, type TemplateContent } from '@muster/contract'
import { expect, it } from 'vitest'
import {
  freeId,
  inOrder,
  movedField,
  steppedField,
  steppedGroup,
  steppedHeader,
  withFile,
  withHeader,
  withoutFile,
  withoutGroup,
  withoutHeader,
  withParams,
} from './designMoves.ts'

const header = (id: string, groupId: string) => ({
  id,
  groupId,
  title: id,
  titles: {},
  isOpen: true,
})
const params = (...pids: string[]) => pids.map((pid) => ({ pid }))
const start: TemplateContent = {
  ...emptyTemplate('Main'),
  groups: [
    { id: 'main', title: 'Main', titles: {} },
    { id: 'two', title: 'Two', titles: {} },
  ],
  headers: [header('h1', 'main'), header('h2', 'main')],
}
const at = (groupId: string, headerId: string | null) => ({ groupId, headerId, before: null })
const content = [
  [['a', 'b'], at('main', null)],
  [['c'], at('main', 'h1')],
  [['d'], at('main', 'h2')],
  [['e'], at('two', null)],
].reduce<TemplateContent>(
  // The list above is of pairs; its type forgets that.
  (made, [pids, place]) =>
    withParams(made, params(...(pids as string[])), place as ReturnType<typeof at>),
  start,
)
const orderOf = (of: TemplateContent) =>
  inOrder(of).map(({ pid, groupId, headerId }) => `${pid}:${headerId ?? groupId}`)

it('adds each parameter once', () => {
  expect(
    withParams(content, params('a', 'f'), at('two', null)).fields.map(({ pid }) => pid),
  ).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

it('writes into the first file what was there before any file', () => {
  const without = withParams({ ...start, files: [] }, params('a', 'b'), at('main', null))
  const file = {
    id: 'file-1',
    fileName: 'a.json',
    path: '',
    format: 'JSON',
    encoding: 'UTF-8',
  } as const
  const first = withFile(without, file)
  expect(first.fields.map(({ fileId }) => fileId)).toEqual(['file-1', 'file-1'])
  const second = withFile(first, { ...file, id: 'file-2' })
  expect(second.fields.map(({ fileId }) => fileId)).toEqual(['file-1', 'file-1'])
})

it('moves a field before another one, below its heading', () => {
  const moved = movedField(content, 'e', { groupId: 'main', headerId: 'h1', before: 'c' })
  expect(orderOf(moved)).toEqual(['a:main', 'b:main', 'e:h1', 'c:h1', 'd:h2'])
})

it('steps over fields and headings within a tab, and no further', () => {
  expect(orderOf(steppedField(content, 'a', 1))[0]).toBe('b:main')
  expect(orderOf(steppedField(content, 'b', 1))).toEqual([
    'a:main',
    'b:h1',
    'c:h1',
    'd:h2',
    'e:two',
  ])
  expect(orderOf(steppedField(content, 'c', -1))).toEqual([
    'a:main',
    'b:main',
    'c:main',
    'd:h2',
    'e:two',
  ])
  expect(steppedField(content, 'd', 1)).toEqual(content)
  expect(steppedField(content, 'a', -1)).toEqual(content)
})

it('takes what stands in a tab with it, and leaves what stood below a heading', () => {
  expect(orderOf(withoutGroup(content, 'main'))).toEqual(['e:two'])
  expect(orderOf(withoutHeader(content, 'h1'))).toContain('c:main')
})

it('writes into the first file that is left what was written into one that goes', () => {
  const [main] = start.files
  if (!main) throw new Error('there is no file')
  const two = { ...content, files: [main, { ...main, id: 'second', fileName: 'b.json' }] }
  expect(withoutFile(two, 'main').fields.every(({ fileId }) => fileId === 'second')).toBe(true)
  expect(withoutFile(content, 'main')).toEqual(content)
})

it('turns tabs round, and finds ids that are free', () => {
  expect(steppedGroup(content, 'main', 1).groups.map(({ id }) => id)).toEqual(['two', 'main'])
  expect(steppedGroup(content, 'main', -1)).toEqual(content)
  expect(freeId('tab', [{ id: 'tab-2' }])).toBe('tab-3')
})

it('puts a heading over the chosen field and what follows it, and moves headings with what is below', () => {
  const made = withHeader(content, header('h0', 'main'), 'b')
  const below = (all: TemplateContent) =>
    inOrder(all).map(({ pid, headerId }) => `${pid} ${headerId ?? '-'}`)
  expect(below(made)).toEqual(['a -', 'b h0', 'c h1', 'd h2', 'e -'])
  expect(withHeader(content, header('h9', 'two'), 'b').headers.at(-1)?.id).toBe('h9')
  const moved = steppedHeader(made, 'h0', 1)
  expect(below(moved)).toEqual(['a -', 'c h1', 'b h0', 'd h2', 'e -'])
  expect(steppedHeader(made, 'h0', -1)).toBe(made)
})
