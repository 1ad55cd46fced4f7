// @vitest-environment node
import { expect, it } from 'vitest'
import { aboutChosen } from './aboutChosen.ts'

it('tells chosen records by which they are, in any order', () => {
  expect(aboutChosen({ ids: ['b', 'a'] })).toBe(aboutChosen({ ids: ['a', 'b'] }))
  expect(aboutChosen({ ids: ['a'] })).not.toBe(aboutChosen({ ids: ['b'] }))
  const open = { matching: { state: 'OPEN' }, count: 3 }
  expect(aboutChosen(open)).toBe(aboutChosen({ ...open, count: 4 }))
  expect(aboutChosen(open)).not.toBe(aboutChosen({ matching: { state: 'MUTED' }, count: 3 }))
})
