// @vitest-environment node
import { expect, it } from 'vitest'
import { mergedScope, type ScopeDraft } from './scopeDraft.ts'

const named = (id: string) => ({ id, name: id })
const read: ScopeDraft = {
  kind: 'CUSTOM',
  places: [{ ...named('north'), withBelow: true }],
  vendors: [named('v1')],
  models: [named('m1')],
}

it('keeps what was changed here and takes what only others changed', () => {
  const mine: ScopeDraft = { ...read, vendors: [], kind: 'ALL' }
  const theirs: ScopeDraft = { ...read, places: [], models: [named('m1'), named('m2')] }
  expect(mergedScope({ read, mine, theirs })).toEqual({
    kind: 'ALL',
    places: [],
    vendors: [],
    models: [named('m1'), named('m2')],
  })
})

it('keeps mine where both have changed the same', () => {
  const mine: ScopeDraft = { ...read, places: [{ ...named('north'), withBelow: false }] }
  const theirs: ScopeDraft = { ...read, places: [{ ...named('south'), withBelow: true }] }
  expect(mergedScope({ read, mine, theirs })).toEqual(mine)
})
