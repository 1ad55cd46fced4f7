import { expect, it } from 'vitest'
import { mostContacts, openContactLimit } from './contactLimit.ts'

it('believes one address about a few terminals an hour, and others all the same', () => {
  let time = 0
  const mayTell = openContactLimit(() => new Date(time))
  const told = Array.from({ length: 100 }, (_, n) => mayTell('10.0.0.1', `SN-${n}`))
  expect(told.filter(Boolean)).toHaveLength(mostContacts)
  expect(mayTell('10.0.0.1', 'SN-0')).toBe(true)
  expect(mayTell('10.0.0.2', 'SN-99')).toBe(true)
  time += 3600_000
  expect(mayTell('10.0.0.1', 'SN-99')).toBe(true)
})
