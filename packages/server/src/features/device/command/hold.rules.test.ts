import { describe, expect, it } from 'vitest'
import { blackoutAt } from './blackouts.ts'
import { type Leaving, obeysBlackouts, pacesOf, pushHoldOf } from './hold.rules.ts'

const holidays = { from: '2026-12-24', until: '2026-12-26', reason: 'Holidays' }
const inBaghdad = { days: [holidays], timeZone: 'Asia/Baghdad' }

describe('a blackout', () => {
  it.each([
    ['begins when the day begins where the terminals are', '2026-12-23T21:00:00Z', true],
    ['has not begun a minute before', '2026-12-23T20:59:00Z', false],
    ['goes on until its last day is over', '2026-12-26T20:59:00Z', true],
    ['is over then', '2026-12-26T21:00:00Z', false],
  ])('%s', (_, now, holds) => {
    expect(blackoutAt(inBaghdad, new Date(now)) !== null).toBe(holds)
  })

  it('tells its reason and its end', () => {
    expect(blackoutAt(inBaghdad, new Date('2026-12-25T12:00:00Z'))).toEqual({
      waitsFor: 'BLACKOUT',
      reason: 'Holidays',
      until: new Date('2026-12-26T21:00:00Z'),
    })
  })

  it('lasts as long as the longest of those that overlap', () => {
    const longer = { from: '2026-12-25', until: '2027-01-02', reason: 'Closing' }
    const calendar = { days: [holidays, longer], timeZone: null }
    expect(blackoutAt(calendar, new Date('2026-12-25T12:00:00Z'))).toMatchObject({
      reason: 'Closing',
      until: new Date('2027-01-03T00:00:00Z'),
    })
  })

  it('ends at midnight also where the clock is put forward on its last day', () => {
    const days = [{ from: '2026-03-29', until: '2026-03-29', reason: 'Elections' }]
    const hold = blackoutAt({ days, timeZone: 'Europe/Berlin' }, new Date('2026-03-29T12:00:00Z'))
    expect(hold?.until).toEqual(new Date('2026-03-29T22:00:00Z'))
  })
})

const reboot = {
  orgId: 'shop',
  senderId: 'bank',
  lifecycle: 'ACTIVE',
  cmd: 'REBOOT',
  state: 'QUEUED',
  pushState: null,
  graceUntil: null,
  window: null,
  pushId: 'push',
  ratePerMinute: null,
  turnAt: null,
  isBehind: false,
  isInBlackout: false,
} as const satisfies Leaving

it.each([
  ['REBOOT', 'ACTIVE', true],
  ['MESSAGE', 'ACTIVE', true],
  ['SYNC', 'ACTIVE', false],
  ['LOCATE', 'ACTIVE', false],
  ['REBOOT', 'LOST', false],
  ['APP_INSTALL', 'ACTIVE', true],
] as const)('lets a blackout hold %s of an %s terminal: %s', (cmd, lifecycle, obeys) => {
  expect(obeysBlackouts({ ...reboot, cmd, lifecycle })).toBe(obeys)
})

it('lets a blackout hold nothing that is wanted all the same', () => {
  expect(obeysBlackouts({ ...reboot, cmd: 'UPGRADE' })).toBe(true)
  expect(obeysBlackouts({ ...reboot, cmd: 'UPGRADE', isInBlackout: true })).toBe(false)
})

it.each([
  ['APPROVAL', 'PAUSED'],
  ['PAUSED', 'PAUSED'],
  ['STOPPED', 'STOPPED'],
])('lets nothing leave of a push in %s', (pushState, waitsFor) => {
  expect(pushHoldOf({ ...reboot, pushState }, new Date())).toMatchObject({ waitsFor, until: null })
})

describe('the pace of a sender', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const allowances = new Map([['bank', { granted: 2, perMinute: 60 }]])
  const untilOf = (items: readonly Leaving[]) =>
    pacesOf(items, allowances, now).map((hold) => hold && (hold.until.getTime() - +now) / 1000)

  it('lets as many go as it grants, and tells each of the others its turn', () => {
    expect(untilOf([reboot, reboot, reboot, reboot])).toEqual([null, null, 1, 2])
  })

  it('counts nothing that was sent before, and nobody else', () => {
    const again = { ...reboot, state: 'PUBLISHED' } as const
    const other = { ...reboot, senderId: 'other' }
    expect(untilOf([again, reboot, other, reboot, again, reboot])).toEqual([
      null,
      null,
      null,
      null,
      null,
      1,
    ])
  })
})
