import { commandNames, type Gate, lifecycles, permittedPerState } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { type GateFacts, judgeAll, maxOpenItems, refusingGate } from './gates.rules.ts'

/** It was carried off, and may take no payments out there. */
const left = {
  stationName: 'Karrada',
  since: '2026-01-01T00:00:00Z',
  isBlocking: true,
  holds: true,
  until: new Date('2026-01-01T09:00:00Z'),
}

const well: GateFacts = {
  lifecycle: 'ACTIVE',
  status: 1,
  servesDepot: true,
  openItems: 0,
  isRegistered: true,
  presence: 'ONLINE',
  presenceSince: '2026-01-01T00:00:00Z',
  blackout: null,
  halt: null,
  paceUntil: null,
  perMinute: 600,
  wantedRev: 7,
  appliedRev: 7,
  lock: null,
  missingKeys: [],
  keysMissingSince: null,
  left: null,
  unsupported: () => null,
  obeysBlackout: (cmd) => cmd === 'REBOOT',
}

/** The gates that hold a wish back. */
const closed = (facts: Partial<GateFacts>, wish: string): Gate[] =>
  judgeAll({ ...well, ...facts })
    .filter((one) => (one.cmd ?? one.wish) === wish)
    .flatMap(({ gates }) => gates.filter(({ passes }) => !passes).map(({ gate }) => gate))

describe('of a terminal', () => {
  it('that is well everything is open', () => {
    expect(judgeAll(well).every(({ isOpen }) => isOpen)).toBe(true)
  })

  it.each<[Partial<GateFacts>, string, Gate[]]>([
    [{ isRegistered: false }, 'ONLINE', ['REGISTERED']],
    [{ presence: 'OFFLINE' }, 'ONLINE', ['PRESENCE']],
    [{ lifecycle: 'SCRAPPED' }, 'ONLINE', ['LIFECYCLE']],
    [{ status: 0 }, 'REBOOT', ['ENABLED']],
    [{ lifecycle: 'LOST' }, 'REBOOT', ['LIFECYCLE']],
    [{ lifecycle: 'LOST' }, 'LOCATE', []],
    [{ lifecycle: 'REPAIR' }, 'SYNC', []],
    [{ lifecycle: 'REPAIR', servesDepot: false }, 'SYNC', ['DEPOT']],
    [{ lifecycle: 'REPAIR', servesDepot: false }, 'WIPE', ['DEPOT']],
    [{ lifecycle: 'REPAIR', servesDepot: false }, 'SHELL', ['LIFECYCLE', 'DEPOT']],
    [{ openItems: maxOpenItems }, 'SYNC', ['QUEUE']],
    [{ unsupported: () => ({ reason: 'MODEL' }) }, 'SYNC', ['SUPPORT']],
    [{ presence: 'NEVER' }, 'SYNC', ['PRESENCE']],
    [{ halt: 'Freeze' }, 'SYNC', ['HALT']],
    [{ paceUntil: new Date() }, 'SYNC', ['PACE']],
    [{ appliedRev: 6 }, 'SETTINGS', ['SETTINGS']],
    [{ appliedRev: null, presence: 'NEVER' }, 'SETTINGS', ['PRESENCE', 'SETTINGS']],
    [{ lifecycle: 'SUSPENDED' }, 'PAYMENTS', ['LIFECYCLE']],
    [{ lock: { state: 'LOCKED', since: '2026-01-01T00:00:00Z' } }, 'PAYMENTS', ['LOCK']],
    [{ left }, 'PAYMENTS', ['FENCE']],
    [{ left: { ...left, isBlocking: false } }, 'PAYMENTS', []],
    [{ left: { ...left, holds: false } }, 'PAYMENTS', []],
    [{ missingKeys: ['1 TMK'] }, 'PAYMENTS', ['KEYS']],
    [{ lifecycle: 'STOCK' }, 'ALARM', ['LIFECYCLE']],
    [{ lifecycle: 'REPAIR' }, 'ALARM', []],
  ])('with %o, %s is held back by %j', (facts, wish, gates) => {
    expect(closed(facts, wish)).toEqual(gates)
  })

  it('says of keys since when they are missing, and nothing where none is', () => {
    const since = '2026-01-01T00:00:00Z'
    const keysOf = (facts: Partial<GateFacts>) =>
      judgeAll({ ...well, keysMissingSince: since, ...facts })
        .flatMap(({ gates }) => gates)
        .find(({ gate }) => gate === 'KEYS')?.at
    expect(keysOf({ missingKeys: ['1 TMK'] })).toBe(since)
    expect(keysOf({})).toBeNull()
  })

  it('on a blackout day only what obeys it waits, and it says until when', () => {
    const until = new Date('2026-12-27T00:00:00Z')
    const blackout = { reason: 'Holidays', until }
    expect([closed({ blackout }, 'REBOOT'), closed({ blackout }, 'SYNC')]).toEqual([
      ['BLACKOUT'],
      [],
    ])
    const reboot = judgeAll({ ...well, blackout }).find(({ cmd }) => cmd === 'REBOOT')
    expect(reboot?.gates.find(({ gate }) => gate === 'BLACKOUT')).toMatchObject({
      value: 'Holidays',
      until: until.toISOString(),
    })
  })

  it('that has left its fence may take payments again when the fence holds no more', () => {
    const payments = judgeAll({ ...well, left }).find(({ wish }) => wish === 'PAYMENTS')
    expect(payments?.gates.find(({ gate }) => gate === 'FENCE')).toMatchObject({
      value: 'Karrada',
      until: '2026-01-01T09:00:00.000Z',
    })
  })

  it('the refusal of a command and the panel read the same gates', () => {
    for (const lifecycle of lifecycles)
      for (const cmd of commandNames) {
        const refused = refusingGate({ ...well, lifecycle }, cmd) !== null
        expect(refused).toBe(!permittedPerState[lifecycle].commands.includes(cmd))
        expect(closed({ lifecycle }, cmd).includes('LIFECYCLE')).toBe(refused)
      }
  })
})
