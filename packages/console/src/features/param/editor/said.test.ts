import { expect, it } from 'vitest'
import { bodyOf, merged, saidOf, withValue } from './said.ts'

const read = saidOf({ values: { host: 'a', port: '1', gone: 'x' }, secretPids: ['pin', 'key'] })

it('sends secrets that were typed apart from values, and names those that are kept', () => {
  const typed = withValue(withValue(read, 'pin', 'sesame'), 'gone', undefined)
  expect(bodyOf(typed, new Set(['pin', 'key']))).toEqual({
    values: { host: 'a', port: '1' },
    secrets: { pin: 'sesame' },
    keptSecrets: ['key'],
  })
})

it('keeps mine where I changed something, and takes theirs for all else', () => {
  const mine = withValue(withValue(read, 'host', 'mine'), 'gone', undefined)
  const theirs = saidOf({
    values: { host: 'theirs', port: '2', gone: 'x', more: 'm' },
    secretPids: ['pin'],
  })
  expect(Object.fromEntries(merged({ read, mine, theirs }))).toEqual({
    host: 'mine',
    port: '2',
    more: 'm',
    pin: null,
  })
})
