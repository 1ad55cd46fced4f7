import { expect, it } from 'vitest'
import { arrivalOf } from './arrival.ts'

const flags = { firstLogin: 0, initEmail: 0, pwdCheck: 0, bindFactor: 0 } as const
const plain = { flags, ucenter: '/ucenter', holdsBaseInfo: true, first: '/device/list' }
const first = { ...flags, firstLogin: 1, initEmail: 1 } as const
const both = { ...flags, initEmail: 1, pwdCheck: 1 } as const
const unbound = { ...both, bindFactor: 1 } as const

it.each([
  { name: 'goes to the first page of the sidebar', given: plain, to: '/device/list' },
  {
    name: 'asks for a new password before anything else',
    given: { ...plain, flags: first },
    to: '/ucenter?firstLogin=1',
  },
  {
    name: 'asks for an authenticator before anything else',
    given: { ...plain, flags: unbound },
    to: '/ucenter?bindFactor=1',
  },
  {
    name: 'cannot ask where there is no personal center',
    given: { ...plain, flags: first, ucenter: null },
    to: '/device/list',
  },
  {
    name: 'reminds of the e-mail address before the password',
    given: { ...plain, flags: both },
    to: '/device/list',
    opens: '/ucenter?initEmail=1',
  },
  {
    name: 'reminds of the password where base info is not permitted',
    given: { ...plain, flags: both, holdsBaseInfo: false },
    to: '/device/list',
    opens: '/ucenter?pwdCheck=1',
  },
  {
    name: 'is forbidden when nothing is permitted but the personal center',
    given: { ...plain, first: null },
    to: '/403',
  },
  {
    name: 'asks for a new password even where nothing is permitted',
    given: { ...plain, flags: first, first: null },
    to: '/ucenter?firstLogin=1',
  },
])('$name', ({ given, to, opens = null }) => {
  const arrival = arrivalOf(given)
  expect(arrival.to).toBe(to)
  expect(arrival.notice?.opens ?? null).toBe(opens)
})
