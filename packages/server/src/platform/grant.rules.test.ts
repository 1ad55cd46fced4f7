import { describe, expect, it } from 'vitest'
import { type ScopeRule, scopeOf } from './dataScope.ts'
import { coversRule, coversScope, missingRights } from './grant.rules.ts'

const rule = (more: Partial<ScopeRule>): ScopeRule => ({
  isEverywhere: false,
  places: [],
  isOwn: false,
  vendorIds: [],
  modelIds: [],
  ...more,
})
const place = (path: string, withBelow: boolean) => ({ id: `id-${path}`, path, withBelow })
const at = (path: string, more: Partial<ScopeRule> = {}) =>
  rule({ places: [place(path, false)], ...more })
const below = (path: string, more: Partial<ScopeRule> = {}) =>
  rule({ places: [place(path, true)], ...more })
const everywhere = rule({ isEverywhere: true })

describe('a scope that somebody may give', () => {
  it.each<[string, ScopeRule, ScopeRule, boolean]>([
    ['everything by whom it is', everywhere, everywhere, true],
    ['a subtree by whom everything is', everywhere, below('1'), true],
    ['everything by whom a subtree is', below('1'), everywhere, false],
    ['a lower subtree', below('1'), below('1.2'), true],
    ['the same subtree', below('1.2'), below('1.2'), true],
    ['a higher subtree', below('1.2'), below('1'), false],
    ['a subtree whose path only begins alike', below('1.2'), below('1.23'), false],
    ['one organisation', below('1'), at('1.2'), true],
    ['the same organisation alone', at('1'), at('1'), true],
    ['what is below an organisation alone', at('1'), below('1'), false],
    ['what its holder makes himself', rule({}), rule({ isOwn: true }), true],
    ['another filter', below('1', { vendorIds: ['a'] }), below('1', { vendorIds: ['b'] }), false],
    ['no filter', below('1', { vendorIds: ['a'] }), below('1'), false],
    [
      'fewer vendors',
      below('1', { vendorIds: ['a', 'b'] }),
      below('1', { vendorIds: ['a'] }),
      true,
    ],
    ['a filter more', below('1'), below('1', { modelIds: ['m'] }), true],
    ['other models', below('1', { modelIds: ['m'] }), below('1', { modelIds: ['n'] }), false],
  ])('%s', (_, held, wanted, may) => {
    expect(coversRule(scopeOf([held]), wanted)).toBe(may)
  })

  it('may be held in parts', () => {
    const held = scopeOf([below('1.1'), at('1.2', { vendorIds: ['a'] })])
    const [one, two] = [below('1.1.5'), at('1.2', { vendorIds: ['a'] })]
    expect(coversScope(held, scopeOf([one, two]))).toBe(true)
    expect(coversScope(held, scopeOf([one, at('1.2')]))).toBe(false)
    expect(coversScope(scopeOf([]), scopeOf([one]))).toBe(false)
    expect(coversScope(held, scopeOf([everywhere]))).toBe(false)
  })
})

it('finds the rights that a giver lacks', () => {
  expect(missingRights(new Set(['A', 'B']), ['A', 'C', 'B', 'D'])).toEqual(['C', 'D'])
})
