import { describe, expect, it } from 'vitest'
import { type Filter, filterTree, readFilter, sizeOfFilter } from './filter.ts'
import { problemsOf } from '../core/problems.ts'

const one: Filter = { field: 'name', op: 'is', values: ['x'] }
const isGood = (value: unknown) => filterTree().safeParse(value).success
const keysOf = (value: unknown) => {
  const { error } = filterTree().safeParse(value)
  return error ? problemsOf(error).map(({ key }) => key) : []
}

describe('a filter', () => {
  it('has at most 30 conditions, five deep', () => {
    const wide = (count: number) => ({ all: Array.from({ length: count }, () => one) })
    expect(isGood(wide(30))).toBe(true)
    expect(keysOf({ any: [wide(30), one] })).toEqual(['filter.tooLarge'])
    const deep = (levels: number): unknown => (levels === 1 ? one : { not: deep(levels - 1) })
    expect(isGood(deep(5))).toBe(true)
    expect(keysOf(deep(6))).toEqual(['filter.tooLarge'])
    expect(sizeOfFilter({ any: [{ not: one }, one] })).toEqual({ conditions: 2, depth: 3 })
  })

  it('is refused when it nests by the thousand, without filling the stack', () => {
    for (const levels of [1000, 100_000]) {
      const text = `${'{"not":'.repeat(levels)}1${'}'.repeat(levels)}`
      expect(keysOf(JSON.parse(text))).toEqual(['filter.tooLarge'])
      expect(readFilter(text)).toBeNull()
    }
  })

  it.each([
    [{ field: 'shoe', op: 'is', values: ['x'] }, 'filter.unknownField'],
    [{ field: 'name', op: 'below', values: ['x'] }, 'filter.unknownOperator'],
    [{ field: 'name', op: 'is', values: [] }, 'filter.valueMissing'],
    [{ field: 'name', op: 'is', values: ['x', 'y'] }, 'filter.valueMissing'],
    [{ field: 'name', op: 'isEmpty', values: ['x'] }, 'filter.valueMissing'],
    [{ field: 'modelId', op: 'in', values: ['x'] }, 'filter.valueInvalid'],
    [{ field: 'presence', op: 'in', values: ['AWAY'] }, 'filter.valueInvalid'],
    [{ field: 'battery', op: 'atMost', values: ['-1'] }, 'filter.valueInvalid'],
    [{ field: 'lastSeenAt', op: 'within', values: ['0'] }, 'filter.valueInvalid'],
    [{ field: 'activatedAt', op: 'from', values: ['2026-02-30'] }, 'filter.valueInvalid'],
    [{ field: 'activatedAt', op: 'from', values: ['0000-01-01'] }, 'filter.valueInvalid'],
  ])('tells what is wrong with %j', (condition, key) => {
    expect(keysOf(condition)).toEqual([key])
    expect(keysOf({ all: [one, condition] })).toEqual([key])
  })

  it.each([
    null,
    1,
    'x',
    [],
    {},
    { all: [] },
    { all: [one], any: [one] },
    { not: [one] },
    { ...one, more: 1 },
  ])('is not %j', (value) => expect(isGood(value)).toBe(false))
})
