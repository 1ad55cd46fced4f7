import { describe, expect, it } from 'vitest'
import { changesOf } from './changes.ts'

describe('the changes of a write', () => {
  it.each([
    ['a new record', null, { name: 'A', tags: ['x'] }, ['name: → A', 'tags: → \u2068x\u2069']],
    ['an edit', { name: 'A', sort: 1 }, { name: 'B', sort: 1 }, ['name: A → B']],
    ['a removal', { name: 'A' }, null, ['name: A → ']],
    ['a value taken out', { phone: '1' }, { phone: null }, ['phone: 1 → ']],
    ['nothing but the version', { version: 1 }, { version: 2 }, []],
    ['no state at all', undefined, undefined, []],
  ])('are listed member by member: %s', (_, before, after, changes) => {
    const written = changesOf(before, after).map(
      ({ member, ...change }) =>
        `${member}: ${change.before}${change.before && ' '}→ ${change.after}`,
    )
    expect(written).toEqual(changes)
  })
})
