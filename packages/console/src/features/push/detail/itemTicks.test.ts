import { expect, it } from 'vitest'
import { ticksOf } from './itemTicks.ts'

const at = '2026-01-01T00:00:00.000Z'
const none = {
  state: 'QUEUED',
  publishedAt: null,
  acceptedAt: null,
  endedAt: null,
  provedAt: null,
} as const
const taken = { publishedAt: at, acceptedAt: at } as const

it.each([
  ['waits', 'SYNC', {}, 'open open open never'],
  ['left', 'SYNC', { state: 'PUBLISHED', publishedAt: at }, 'yes open open never'],
  ['is done', 'SYNC', { ...taken, state: 'SUCCESS', endedAt: at }, 'yes yes yes never'],
  ['failed', 'SYNC', { ...taken, state: 'FAILED', endedAt: at }, 'yes yes no never'],
  ['was refused', 'SYNC', { publishedAt: at, state: 'REFUSED', endedAt: at }, 'yes no no never'],
  ['expired unheard', 'SYNC', { state: 'EXPIRED', endedAt: at }, 'never never never never'],
  ['was left out', 'SYNC', { state: 'FILTERED', endedAt: at }, 'never never never never'],
  ['is installed', 'APP_INSTALL', { ...taken, state: 'SUCCESS', endedAt: at }, 'yes yes yes open'],
  [
    'is installed and shown',
    'APP_INSTALL',
    { ...taken, state: 'SUCCESS', endedAt: at, provedAt: at },
    'yes yes yes yes',
  ],
] as const)('the ticks of a terminal that %s', (_, kind, change, expected) => {
  const ticks = ticksOf({ ...none, ...change }, kind)
  const states = [ticks.handed, ticks.accepted, ticks.done, ticks.proved].map(({ state }) => state)
  expect(states.join(' ')).toBe(expected)
})
