import { expect, it } from 'vitest'
import { tickNames, ticksOf } from './ticks.ts'

const at = '2026-01-01T00:00:00.000Z'
const soon = Date.parse('2026-01-01T00:01:00.000Z')
const none = {
  cmd: 'MESSAGE',
  state: 'QUEUED',
  publishedAt: null,
  ackedAt: null,
  endedAt: null,
  provedAt: null,
} as const
const left = { publishedAt: at } as const
const taken = { ...left, ackedAt: at } as const
const done = { ...taken, state: 'SUCCESS', endedAt: at } as const

const statesOf = (change: object, now = soon) => {
  const ticks = ticksOf({ ...none, ...change }, now)
  return tickNames.map((name) => ticks[name].state).join(' ')
}

it.each([
  ['waits', {}, 'open open open never'],
  ['left', { ...left, state: 'PUBLISHED' }, 'yes open open never'],
  ['was taken on', { ...taken, state: 'ACKED' }, 'yes yes open never'],
  ['is done', done, 'yes yes yes never'],
  ['failed', { ...taken, state: 'FAILED', endedAt: at }, 'yes yes no never'],
  ['was refused', { ...taken, state: 'REFUSED', endedAt: at }, 'yes no no never'],
  ['expired unheard', { ...left, state: 'EXPIRED', endedAt: at }, 'yes never never never'],
  ['expired at its terminal', { ...taken, state: 'EXPIRED', endedAt: at }, 'yes no no never'],
  ['never left', { state: 'EXPIRED', endedAt: at }, 'never never never never'],
  ['was left out', { state: 'FILTERED', endedAt: at }, 'never never never never'],
  ['restarts', { ...taken, cmd: 'REBOOT', state: 'ACKED' }, 'yes yes open open'],
  ['has restarted', { ...done, cmd: 'REBOOT' }, 'yes yes yes open'],
  ['came back', { ...done, cmd: 'REBOOT', provedAt: at }, 'yes yes yes yes'],
  ['has failed to', { ...taken, cmd: 'REBOOT', state: 'FAILED', endedAt: at }, 'yes yes no never'],
  ['is installed', { ...done, cmd: 'APP_INSTALL' }, 'yes yes yes open'],
  ['is shown', { ...done, cmd: 'APP_INSTALL', provedAt: at }, 'yes yes yes yes'],
] as const)('the ticks of what %s', (_, change, expected) => {
  expect(statesOf(change)).toBe(expected)
})

it('await no proof of a command for ever, but of an application', () => {
  const later = Date.parse('2026-01-03T00:00:00.000Z')
  expect(statesOf({ ...done, cmd: 'REBOOT' }, later)).toBe('yes yes yes never')
  expect(statesOf({ ...done, cmd: 'APP_INSTALL' }, later)).toBe('yes yes yes open')
})

it('have their moments', () => {
  const { handed, accepted, proved } = ticksOf({ ...done, cmd: 'SYNC', provedAt: at }, soon)
  expect([handed.at, accepted.at, proved.at]).toEqual([at, at, at])
})
