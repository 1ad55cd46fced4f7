import { type Filter, filterTree, mostConditions } from '@muster/contract'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  conditionsOf,
  type Draft,
  draftOf,
  filterOf,
  type GroupDraft,
  isGroup,
  newCondition,
  newGroup,
} from './draft.ts'
import {
  added,
  depthOf,
  dropped,
  joined,
  mayAddCondition,
  mayAddGroup,
  removed,
  stepped,
} from './edits.ts'
import { readDraft } from './faults.ts'
import { historyOf, redone, undone, withStep } from './history.ts'

const sn = (value: string): Filter => ({ field: 'sn', op: 'begins', values: [value] })
const tree: Filter = { all: [sn('A'), { any: [sn('B'), sn('C')] }, sn('D')] }
const draft = draftOf(tree)
/** The id of the condition on this serial number. */
const idOf = (root: Draft, value: string): string =>
  conditionsOf(root).find(({ values }) => values[0] === value)?.id ?? ''
/** A draft in a line: `all(A any(B C) D)`. */
const lineOf = (part: Draft): string =>
  isGroup(part) ? `${part.join}(${part.parts.map(lineOf).join(' ')})` : (part.values[0] ?? '?')
const step = (root: GroupDraft, value: string, by: 1 | -1) => stepped(root, idOf(root, value), by)

it.each<{ filter: Filter; line: string }>([
  { filter: sn('A'), line: 'all(A)' },
  { filter: tree, line: 'all(A any(B C) D)' },
  { filter: { not: sn('A') }, line: 'none(A)' },
  { filter: { not: { any: [sn('A'), sn('B')] } }, line: 'none(A B)' },
  { filter: { not: { all: [sn('A'), sn('B')] } }, line: 'notAll(A B)' },
  { filter: { not: { not: sn('A') } }, line: 'none(none(A))' },
  { filter: { all: [sn('A'), { not: sn('B') }] }, line: 'all(A none(B))' },
])('draws $line and says the same again', ({ filter, line }) => {
  const root = draftOf(filter)
  expect(lineOf(root)).toBe(line)
  expect(filterOf(root)).toEqual(filter)
})

it('leaves out groups that say nothing, and joins of one', () => {
  expect(filterOf(draftOf(null))).toBeNull()
  const empty = removed(draftOf(sn('A')), idOf(draftOf(sn('A')), 'A'))
  expect(filterOf(empty)).toEqual(sn('A'))
  const root = draftOf({ any: [sn('A'), sn('B')] })
  expect(filterOf(removed(root, idOf(root, 'B')))).toEqual(sn('A'))
  expect(filterOf(added(root, root.id, { id: 'x', join: 'any', parts: [] }))).toEqual({
    any: [sn('A'), sn('B')],
  })
})

it('moves a row down through groups, and up the same way back', () => {
  const way = [
    'all(any(A B C) D)',
    'all(any(B A C) D)',
    'all(any(B C A) D)',
    'all(any(B C) A D)',
    'all(any(B C) D A)',
  ]
  let root = draft
  for (const line of way) {
    root = step(root, 'A', 1)
    expect(lineOf(root)).toBe(line)
  }
  expect(step(root, 'A', 1)).toBe(root)
  for (const line of [...way.slice(0, -1).toReversed(), lineOf(draft)]) {
    root = step(root, 'A', -1)
    expect(lineOf(root)).toBe(line)
  }
  expect(step(root, 'A', -1)).toBe(root)
})

it('drops a row beside or into another, but no group into itself', () => {
  const group = draft.parts.find(isGroup)
  if (!group) throw new Error('no group')
  const [a, d] = [idOf(draft, 'A'), idOf(draft, 'D')]
  expect(lineOf(dropped(draft, d, { on: a, side: 'before' }))).toBe('all(D A any(B C))')
  expect(lineOf(dropped(draft, d, { on: group.id, side: 'inside' }))).toBe('all(A any(B C D))')
  expect(dropped(draft, group.id, { on: idOf(draft, 'B'), side: 'after' })).toBe(draft)
  expect(dropped(draft, a, { on: a, side: 'after' })).toBe(draft)
  // A condition takes nothing in.
  expect(dropped(draft, a, { on: d, side: 'inside' })).toBe(draft)
})

it('nests five deep and no deeper, whichever way a group gets there', () => {
  let root = draftOf(null)
  let inner = root.id
  for (let level = 1; mayAddGroup(root, inner); level++) {
    expect(level).toBeLessThan(5)
    const group = {
      ...newGroup(),
      parts: [
        { ...newCondition(), field: 'sn' as const, op: 'is' as const, values: [`L${level}`] },
      ],
    }
    root = added(root, inner, group)
    inner = group.id
  }
  expect(depthOf(root)).toBe(5)
  const filled = added(root, root.id, draftOf(tree))
  const group = filled.parts.at(-1)
  expect(dropped(filled, group?.id ?? '', { on: inner, side: 'inside' })).toBe(filled)
  // "None of" is a level, too: said where it is, since the choice itself is taken.
  const full: Filter = {
    all: [sn('A'), { any: [sn('B'), { all: [sn('C'), { any: [sn('D'), sn('E')] }] }] }],
  }
  const read = readDraft(draftOf(full))
  expect(read.filter).toEqual(full)
  expect(z.safeParse(filterTree(), read.filter).success).toBe(true)
  const negated = joined(draftOf(full), draftOf(full).id, 'none')
  expect(readDraft(negated).faults.size).toBe(0)
  const own = draftOf(full)
  const deeper = readDraft(joined(own, own.id, 'none'))
  expect(deeper.filter).toBeNull()
  expect([...deeper.faults]).toEqual([[own.id, 'filter.tooLarge']])
})

it('takes thirty conditions', () => {
  let root = draftOf(null)
  while (mayAddCondition(root)) root = added(root, root.id, newCondition())
  expect(conditionsOf(root)).toHaveLength(mostConditions)
  expect(mayAddGroup(root, root.id)).toBe(false)
})

it('says of each condition what is wrong with it', () => {
  const parts: Draft[] = [
    { id: 'none', field: null, op: 'in', values: [] },
    { id: 'missing', field: 'modelId', op: 'in', values: [] },
    { id: 'invalid', field: 'battery', op: 'atMost', values: ['much'] },
    { id: 'operator', field: 'battery', op: 'begins', values: ['1'] },
    { id: 'right', field: 'lastSeenAt', op: 'never', values: [] },
  ]
  const { filter, faults } = readDraft({ id: 'all', join: 'all', parts })
  expect(filter).toBeNull()
  expect(Object.fromEntries(faults)).toEqual({
    none: 'group.filter.chooseField',
    missing: 'filter.valueMissing',
    invalid: 'filter.valueInvalid',
    operator: 'filter.unknownOperator',
  })
})

it('goes back and forth, and takes the letters of one word as one step', () => {
  let history = historyOf('')
  for (const text of ['B', 'Ba', 'Bas']) history = withStep(history, text, 'word')
  history = withStep(history, 'Bas!')
  expect(undone(history).now).toBe('Bas')
  expect(undone(undone(history)).now).toBe('')
  expect(undone(undone(undone(history))).now).toBe('')
  expect(redone(undone(history)).now).toBe('Bas!')
  expect(redone(history)).toEqual(history)
  expect(withStep(undone(history), 'Bar').future).toEqual([])
})
