import { expect, it } from 'vitest'
import { mergedScope, type ScopeDraft } from './scopeDraft.ts'

const named = (id: string) => ({ id, name: id })
const place = (id: string, withBelow = false) => ({ ...named(id), withBelow })
const read: ScopeDraft = { kind: 'CUSTOM', places: [place('a')], vendors: [], models: [] }

it('keeps of a scope what was changed here, and takes of the others what they changed', () => {
  const mine: ScopeDraft = { ...read, kind: 'SELF', models: [named('m')] }
  const theirs: ScopeDraft = { ...read, places: [place('a', true)], vendors: [named('v')] }
  expect(mergedScope({ read, mine, theirs })).toEqual({
    kind: 'SELF',
    places: [place('a', true)],
    vendors: [named('v')],
    models: [named('m')],
  })
})

it('keeps a list that was changed on both sides as it is here, and what was taken away here taken away', () => {
  const mine: ScopeDraft = { ...read, places: [] }
  const theirs: ScopeDraft = { ...read, kind: 'ALL', places: [place('a'), place('b')] }
  expect(mergedScope({ read, mine, theirs })).toEqual({ ...read, kind: 'ALL', places: [] })
})

it('is theirs where nothing was changed here', () => {
  const theirs: ScopeDraft = { ...read, kind: 'ALL', places: [], models: [named('m')] }
  expect(mergedScope({ read, mine: read, theirs })).toEqual(theirs)
})
