import { finalItemStates, itemStates } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { isOver, wayOf } from './steps.ts'

const fresh = {
  state: 'QUEUED',
  percent: null,
  queuedAt: '2026-01-01T00:00:00.000Z',
  publishedAt: null,
  deliveredAt: null,
  ackedAt: null,
} as const
const publishedAt = '2026-01-01T00:00:01.000Z'
const deliveredAt = '2026-01-01T00:00:02.000Z'
const ackedAt = '2026-01-01T00:00:03.000Z'
const delivered = { publishedAt, deliveredAt }
const acked = { ...delivered, ackedAt }

describe('the way of a command', () => {
  it.each([
    ['is queued', fresh, 'now ahead ahead ahead ahead', 'ahead'],
    ['is published', { state: 'PUBLISHED', publishedAt }, 'done now ahead ahead ahead', 'ahead'],
    ['is delivered', { state: 'DELIVERED', ...delivered }, 'done done now ahead ahead', 'ahead'],
    ['is acknowledged', { state: 'ACKED', ...acked }, 'done done done now ahead', 'ahead'],
    [
      'is acknowledged before the broker said delivered',
      { state: 'ACKED', publishedAt, ackedAt },
      'done done passed now ahead',
      'ahead',
    ],
    ['runs', { state: 'RUNNING', percent: 40, ...acked }, 'done done done done now', 'ahead'],
    ['is deferred', { state: 'DEFERRED', ...acked }, 'done done done now ahead', 'ahead'],
    ['is done', { state: 'SUCCESS', percent: 100, ...acked }, 'done done done done passed', 'good'],
    [
      'failed while running',
      { state: 'FAILED', percent: 40, ...acked },
      'done done done done passed',
      'bad',
    ],
    ['failed at once', { state: 'FAILED', ...acked }, 'done done done done skipped', 'bad'],
    ['is refused', { state: 'REFUSED', ...acked }, 'done done done skipped skipped', 'bad'],
    ['expired in the queue', { state: 'EXPIRED' }, 'done skipped skipped skipped skipped', 'bad'],
    [
      'expired at the terminal',
      { state: 'EXPIRED', ...acked },
      'done done done skipped skipped',
      'bad',
    ],
    ['fell silent', { state: 'TIMEOUT', ...acked }, 'done done done done skipped', 'bad'],
    [
      'is cancelled',
      { state: 'CANCELLED', publishedAt },
      'done done skipped skipped skipped',
      'bad',
    ],
  ] as const)('that %s', (_, item, states, end) => {
    const way = wayOf({ ...fresh, ...item })
    expect(way.steps.map(({ state }) => state).join(' ')).toBe(states)
    expect(way.end).toBe(end)
  })

  it('has each step with the time at which it was taken', () => {
    const { steps } = wayOf({ ...fresh, state: 'ACKED', ...acked })
    expect(steps.map(({ at }) => at)).toEqual([
      fresh.queuedAt,
      publishedAt,
      deliveredAt,
      ackedAt,
      null,
    ])
  })
})

it.each(itemStates)('in state %s is over exactly when the contract says so', (state) => {
  const finals: readonly string[] = finalItemStates
  expect(isOver({ state })).toBe(finals.includes(state))
})
