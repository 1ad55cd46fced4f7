import { describe, expect, it } from 'vitest'
import { emptyScope, type ScopeRule, scopeOf } from './dataScope.ts'
import { isNothing, sharedScope } from './sharedScope.ts'

const rule = (more: Partial<ScopeRule>): ScopeRule => ({
  isEverywhere: false,
  places: [],
  isOwn: false,
  vendorIds: [],
  modelIds: [],
  ...more,
})
const at = (path: string, withBelow = false) => ({ id: `id-${path}`, path, withBelow })
const everywhere = rule({ isEverywhere: true })
const own = rule({ isOwn: true })
const below = (path: string, more: Partial<ScopeRule> = {}) =>
  rule({ places: [at(path, true)], ...more })
const alone = (path: string) => rule({ places: [at(path)] })

describe('what two scopes both let through', () => {
  it.each<[string, ScopeRule, ScopeRule, ScopeRule | null]>([
    ['of everything and a subtree is the subtree', everywhere, below('1'), below('1')],
    ['of everything and what is one’s own is that', everywhere, own, own],
    ['of a subtree and a lower one is the lower', below('1'), below('1.2'), below('1.2')],
    ['of a subtree and an organisation in it is that', below('1'), alone('1.2'), alone('1.2')],
    ['of an organisation and its subtree is itself', alone('1'), below('1'), alone('1')],
    ['of two branches is nothing', below('1.1'), below('1.2'), null],
    ['of organisations and one’s own is nothing', below('1'), own, null],
    ['of own and own is own', own, own, own],
    [
      'of filters is what both name',
      below('1', { vendorIds: ['a', 'b'] }),
      below('1', { vendorIds: ['b', 'c'], modelIds: ['m'] }),
      below('1', { vendorIds: ['b'], modelIds: ['m'] }),
    ],
    [
      'of filters that name others is nothing',
      below('1', { vendorIds: ['a'] }),
      below('1', { vendorIds: ['b'] }),
      null,
    ],
    [
      'of all of a vendor and one’s own is one’s own of that vendor',
      rule({ isEverywhere: true, vendorIds: ['a'] }),
      own,
      rule({ isOwn: true, vendorIds: ['a'] }),
    ],
  ])('%s', (_, one, other, both) => {
    const expected = both ? scopeOf([both]) : emptyScope
    expect(sharedScope(scopeOf([one]), scopeOf([other]))).toEqual(expected)
    expect(sharedScope(scopeOf([other]), scopeOf([one]))).toEqual(expected)
    expect(isNothing(expected)).toBe(both === null)
  })

  it('is taken rule by rule', () => {
    const one = scopeOf([below('1.1'), below('1.2', { vendorIds: ['a'] })])
    expect(sharedScope(one, scopeOf([below('1')]))).toEqual(one)
    expect(sharedScope(one, scopeOf([alone('1.2')]))).toEqual(
      scopeOf([rule({ places: [at('1.2')], vendorIds: ['a'] })]),
    )
  })
})
