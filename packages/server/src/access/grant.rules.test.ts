import { describe, expect, it } from 'vitest'
import { type ScopeRule, scopeOf } from './dataScope.ts'
import {
  coversRule,
  coversScope,
  missingRights,
  seesMoreAt,
  type Standing,
  standsWider,
} from './grant.rules.ts'

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

describe('somebody who changes something', () => {
  const stood: Standing = {
    permissions: new Set(['A']),
    scope: scopeOf([below('1')]),
    isSuperAdmin: false,
    vendorId: 'v',
    validFrom: '2026-01-02T00:00:00Z',
    ends: ['2027-01-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    networks: [['10.0.0.0/8'], ['10.1.0.0/16', '10.2.0.0/16']],
    rate: 100,
  }
  it.each<[string, Partial<Standing>, boolean]>([
    ['nothing else', {}, false],
    ['a right less', { permissions: new Set() }, false],
    ['a right more', { permissions: new Set(['A', 'B']) }, true],
    ['a narrower scope', { scope: scopeOf([below('1.2')]) }, false],
    ['a wider scope', { scope: scopeOf([everywhere]) }, true],
    ['everything', { isSuperAdmin: true }, true],
    ['no vendor', { vendorId: null }, true],
    ['another vendor', { vendorId: 'w' }, true],
    ['a later start', { validFrom: '2026-02-02T00:00:00Z' }, false],
    ['an earlier start', { validFrom: '2026-01-01T00:00:00Z' }, true],
    ['no start', { validFrom: null }, true],
    [
      'an end that an earlier one hides later',
      { ends: ['2028-01-01', '2026-12-01T00:00:00Z'] },
      true,
    ],
    ['no end behind an earlier one', { ends: ['2026-12-01T00:00:00Z'] }, true],
    ['another earlier end in its place', { ends: ['2026-11-01', '2026-12-01T00:00:00Z'] }, false],
    ['a later end', { ends: ['2027-01-01T00:00:00Z'] }, true],
    ['no end', { ends: [] }, true],
    ['fewer networks', { networks: [['10.0.0.0/8'], ['10.1.4.0/24']] }, false],
    ['one network more', { networks: [['10.0.0.0/8'], ['10.1.0.0/16', '10.3.0.0/16']] }, true],
    ['one list less', { networks: [['10.0.0.0/8']] }, true],
    ['a list that a stricter one covers less', { networks: [['10.1.0.0/16']] }, false],
    ['a lower rate', { rate: 50 }, false],
    ['a higher rate', { rate: 101 }, true],
    ['no rate', { rate: null }, true],
  ])('stands wider or not with %s', (_, more, wider) => {
    expect(standsWider(stood, { ...stood, ...more })).toBe(wider)
  })

  it('may start and end as he likes where nothing was set', () => {
    const free = { ...stood, validFrom: null, ends: [], vendorId: null, networks: [], rate: null }
    expect(standsWider(free, stood)).toBe(false)
  })

  it('who holds everything is held to his own vendor and time', () => {
    const boss = { ...stood, isSuperAdmin: true, scope: scopeOf([everywhere]) }
    expect(standsWider(boss, { ...boss, permissions: new Set(['Z']), networks: [] })).toBe(false)
    expect(standsWider(boss, { ...boss, ends: [] })).toBe(true)
    expect(standsWider(boss, { ...boss, vendorId: null })).toBe(true)
  })
})

it.each<[string, ScopeRule[], string, boolean]>([
  ['to where nothing more is seen', [below('1')], '1.3.2', false],
  ['out of sight', [below('1')], '2.2', false],
  [
    'from under a filter to where there is none',
    [below('1', { vendorIds: ['v'] }), below('2')],
    '2.2',
    true,
  ],
  ['to below what was seen alone', [at('1.2'), below('2')], '2.2', true],
  [
    'to under another filter',
    [below('1', { vendorIds: ['v'] }), below('2', { vendorIds: ['w'] })],
    '2.2',
    true,
  ],
  [
    'to under the same filter',
    [below('1', { vendorIds: ['v'] }), below('2', { vendorIds: ['v'] })],
    '2.2',
    false,
  ],
])('judges an organisation that moves %s', (_, rules, to, more) => {
  expect(seesMoreAt(scopeOf(rules), { id: 'id-1.2', from: '1.2', to })).toBe(more)
})
