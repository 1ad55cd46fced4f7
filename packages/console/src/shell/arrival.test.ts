import { expect, it } from 'vitest'
import { arrivalOf } from './arrival.ts'

const flags = { firstLogin: 0, initEmail: 0, pwdCheck: 0 } as const
const plain = { flags, ucenter: '/ucenter', holdsBaseInfo: true, first: '/device/list' }

it.each([
  ['goes to the first page of the sidebar', plain, '/device/list', null],
  [
    'asks for a new password first',
    { ...plain, flags: { ...flags, firstLogin: 1, initEmail: 1 } },
    '/ucenter?firstLogin=1',
    null,
  ],
  [
    'cannot ask where there is no personal center',
    { ...plain, ucenter: null, flags: { ...flags, firstLogin: 1 } },
    '/device/list',
    null,
  ],
  [
    'reminds of the e-mail address',
    { ...plain, flags: { ...flags, initEmail: 1, pwdCheck: 1 } },
    '/device/list',
    '/ucenter?initEmail=1',
  ],
  [
    'reminds of the password when base info is not permitted',
    { ...plain, holdsBaseInfo: false, flags: { ...flags, initEmail: 1, pwdCheck: 1 } },
    '/device/list',
    '/ucenter',
  ],
  [
    'reminds of an old password',
    { ...plain, flags: { ...flags, pwdCheck: 1 } },
    '/device/list',
    '/ucenter',
  ],
  [
    'goes to the personal center when the sidebar is empty',
    { ...plain, first: null },
    '/ucenter',
    null,
  ],
  [
    'is forbidden when nothing is permitted',
    { ...plain, first: null, ucenter: null },
    '/403',
    null,
  ],
] as const)('%s', (_, arriving, to, opens) => {
  const arrival = arrivalOf(arriving)
  expect(arrival.to).toBe(to)
  expect(arrival.notice?.opens ?? null).toBe(opens)
})
