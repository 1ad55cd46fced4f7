import { finalItemStates, type ItemState, itemStates, reportedStates } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import {
  againAfter,
  type ItemProgress,
  isFinal,
  judgeReport,
  movesFrom,
  nextPublication,
} from './command.rules.ts'

const now = new Date('2026-01-01T00:00:00Z')
const nothing = { seen: new Set<string>(), now }
const inState = (state: ItemState): ItemProgress => ({
  state,
  percent: null,
  step: null,
  bytes: null,
  kbps: null,
  code: null,
  message: null,
  attempt: 1,
  retries: 0,
  ackedAt: null,
  endedAt: null,
  staleReports: 0,
})

describe('moves', () => {
  it.each(finalItemStates)('never lead out of %s', (state) => {
    expect(Object.values(movesFrom).flat()).not.toContain(state)
  })

  // The server itself ends a command that could not be sent in time.
  const answers = reportedStates.filter((state) => state !== 'EXPIRED')

  it.each(answers)('to %s never begin before the command was sent', (state) => {
    expect(movesFrom[state]).not.toContain('QUEUED')
  })
})

describe('a report', () => {
  it.each([
    ['PUBLISHED', 'ACKED'],
    ['DELIVERED', 'ACKED'],
    ['PUBLISHED', 'SUCCESS'],
    ['ACKED', 'RUNNING'],
    ['RUNNING', 'RUNNING'],
    ['RUNNING', 'SUCCESS'],
    ['RUNNING', 'FAILED'],
    ['DELIVERED', 'REFUSED'],
    ['ACKED', 'DEFERRED'],
    ['DEFERRED', 'RUNNING'],
    ['DELIVERED', 'EXPIRED'],
    ['ACKED', 'EXPIRED'],
    ['RUNNING', 'EXPIRED'],
    ['CANCELLING', 'CANCELLED'],
    ['CANCELLING', 'SUCCESS'],
    ['CANCELLING', 'FAILED'],
  ] as const)('moves %s to %s', (from, to) => {
    const { outcome, item } = judgeReport(inState(from), { messageId: 'm', state: to }, nothing)
    expect([outcome, item.state]).toEqual(['MOVED', to])
    expect(item.endedAt).toEqual(isFinal(to) ? now : null)
  })

  it.each([
    ['RUNNING', 'ACKED'],
    ['RUNNING', 'REFUSED'],
    ['QUEUED', 'SUCCESS'],
    ['CANCELLING', 'RUNNING'],
    ['CANCELLING', 'ACKED'],
    ['RUNNING', 'CANCELLED'],
    ...itemStates.filter(isFinal).map((state) => [state, 'SUCCESS'] as const),
    ...itemStates.filter(isFinal).map((state) => [state, 'RUNNING'] as const),
  ] as const)('leaves %s where it is when %s comes late', (from, to) => {
    const { outcome, item } = judgeReport(inState(from), { messageId: 'm', state: to }, nothing)
    expect([outcome, item.state, item.staleReports]).toEqual(['LATE', from, 1])
  })

  it('with a message id seen before is recorded as repeated', () => {
    const report = { messageId: 'm', state: 'SUCCESS' } as const
    const { outcome, item } = judgeReport(inState('ACKED'), report, { seen: new Set(['m']), now })
    expect([outcome, item.state, item.staleReports]).toEqual(['REPEATED', 'ACKED', 1])
  })

  it('of less progress than known is late', () => {
    const running = { ...inState('RUNNING'), percent: 60 }
    const report = { messageId: 'm', state: 'RUNNING', pct: 40 } as const
    expect(judgeReport(running, report, nothing)).toMatchObject({
      outcome: 'LATE',
      item: { percent: 60 },
    })
  })

  it('of another attempt is late', () => {
    const report = { messageId: 'm', state: 'SUCCESS', attempt: 2 } as const
    expect(judgeReport(inState('ACKED'), report, nothing).outcome).toBe('LATE')
  })

  it('keeps code and words of a failure', () => {
    const report = { messageId: 'm', state: 'FAILED', code: 'C404', msg: 'busy' } as const
    expect(judgeReport(inState('RUNNING'), report, nothing).item).toMatchObject({
      code: 'C404',
      message: 'busy',
    })
  })

  it('of success completes the percentage', () => {
    const report = { messageId: 'm', state: 'SUCCESS' } as const
    expect(judgeReport(inState('RUNNING'), report, nothing).item.percent).toBe(100)
  })
})

it('that failed begins anew as often as it may, and not once it was called off', () => {
  const failed = { ...inState('FAILED'), retries: 1 }
  expect(againAfter(failed, 'RUNNING')).toMatchObject({ state: 'QUEUED', attempt: 2 })
  expect(againAfter({ ...failed, attempt: 2 }, 'RUNNING')).toBeNull()
  expect(againAfter(failed, 'CANCELLING')).toBeNull()
})

it('that failed by what another try meets again does not begin anew', () => {
  const failed = { ...inState('FAILED'), retries: 2 }
  expect(againAfter({ ...failed, code: 'I203' }, 'ACKED')).toBeNull()
  expect(againAfter({ ...failed, code: 'D106' }, 'RUNNING')).toBeNull()
  expect(againAfter({ ...failed, code: 'D105' }, 'RUNNING')).toMatchObject({ attempt: 2 })
})

describe('an unanswered command', () => {
  it.each([
    [1, 30],
    [2, 120],
    [3, 600],
  ])('after sending %i is sent again %i seconds later', (publications, seconds) => {
    expect(nextPublication(publications, now)).toEqual(new Date(now.getTime() + seconds * 1000))
  })

  it('waits for the next connection after the fourth sending', () => {
    expect(nextPublication(4, now)).toBeNull()
  })
})
