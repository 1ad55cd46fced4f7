import { describe, expect, it } from 'vitest'
import { ticksOf } from './ticks.ts'

const before = '2026-01-01T00:00:00.000Z'
const ackedAt = '2026-01-01T01:00:00.000Z'
const after = '2026-01-01T01:00:05.000Z'
const endedAt = '2026-01-01T01:00:06.000Z'
const nextDay = '2026-01-02T01:00:00.000Z'

const item = {
  cmd: 'REBOOT',
  state: 'QUEUED',
  deliveredAt: null,
  ackedAt: null,
  endedAt: null,
  provedAt: null,
} as const
const taken = { deliveredAt: ackedAt, ackedAt, endedAt } as const
const nothing = { from: before, connectedAt: [], reportedAt: {} }

describe('the ticks of a command', () => {
  it.each([
    ['waits', {}, 'open open open open'],
    ['was delivered', { state: 'DELIVERED', deliveredAt: ackedAt }, 'yes open open open'],
    [
      'was answered before it counted as delivered',
      { state: 'ACKED', ackedAt },
      'yes yes open open',
    ],
    ['is done', { state: 'SUCCESS', ...taken }, 'yes yes yes open'],
    ['failed', { state: 'FAILED', ...taken }, 'yes yes no no'],
    ['was refused', { state: 'REFUSED', ...taken }, 'yes no no no'],
    ['expired undelivered', { state: 'EXPIRED' }, 'no no no no'],
  ] as const)('that %s', (_, change, expected) => {
    expect(Object.values(ticksOf({ ...item, ...change }, nothing)).join(' ')).toBe(expected)
  })
})

describe('a command is proven', () => {
  const done = { ...item, state: 'SUCCESS', ...taken } as const

  it.each([
    ['when a rebooted terminal connected anew', 'REBOOT', { connectedAt: [before, after] }, 'yes'],
    ['not by a connection from before', 'REBOOT', { connectedAt: [before] }, 'open'],
    ['not by a connection of the next day', 'REBOOT', { connectedAt: [nextDay] }, 'open'],
    ['not when its connections are forgotten', 'REBOOT', { from: nextDay }, 'unknown'],
    [
      'when a synchronised terminal reported itself',
      'SYNC',
      { reportedAt: { info: after } },
      'yes',
    ],
    ['not by an old report', 'SYNC', { reportedAt: { info: before } }, 'open'],
    ['when a located terminal reported its place', 'LOCATE', { reportedAt: { loc: after } }, 'yes'],
    ['never for a message: nothing shows it', 'MESSAGE', { connectedAt: [after] }, 'unknown'],
  ] as const)('%s', (_, cmd, seen, expected) => {
    expect(ticksOf({ ...done, cmd }, { ...nothing, ...seen }).proven).toBe(expected)
  })

  it('by the inventory that showed an application', () => {
    const installed = { ...done, cmd: 'APP_INSTALL' }
    expect(ticksOf(installed, nothing).proven).toBe('open')
    expect(ticksOf({ ...installed, provedAt: after }, nothing).proven).toBe('yes')
  })

  it('not while the terminal has not answered, whatever else it does', () => {
    const evidence = { ...nothing, connectedAt: [after] }
    expect(ticksOf({ ...item, state: 'PUBLISHED' }, evidence).proven).toBe('open')
  })
})
