import { expect, it } from 'vitest'
import { changesOf, isLate, type KeyReport, type KeySlot, saidAt } from './keys.rules.ts'

type Told = KeyReport['body']['slots'][number]

const tpk: Told = { slot: '1', type: 'TPK', kcv: '0a1b2c', state: 'OK' }
const report = (...slots: Told[]): KeyReport => ({
  deviceId: 'one',
  at: 10,
  body: { at: 9, slots },
})

/** What is on record after a report of it. */
function known(...slots: Told[]): KeySlot[] {
  const { written } = changesOf([], [report(...slots)], new Set())
  return written.map(({ at: _, ...slot }) => slot)
}
const change = (before: KeySlot[], ...slots: Told[]) =>
  changesOf(before, [report(...slots)], new Set())
const lines = (before: KeySlot[], ...slots: Told[]) =>
  change(before, ...slots).lines.map(({ code, from, to }) => [code, from, to])

it('what is told again is nothing new, however its digits are written', () => {
  const again = change(known(tpk), { ...tpk, kcv: '0A1B2C' })
  expect(again).toEqual({ written: [], removed: [], lines: [], looks: [], reslotted: [] })
})

it('of who tells of his keys for the first time none came now, but what is missing is told', () => {
  const { written, lines: told } = changesOf(
    [],
    [report(tpk, { slot: '2', type: 'TMK', state: 'MISSING' })],
    new Set(['one']),
  )
  expect(written).toMatchObject([{ kcv: '0A1B2C' }, { state: 'MISSING' }])
  expect(told).toMatchObject([{ code: 'KEY_MISSING', slot: '2', type: 'TMK' }])
})

it.each<[string, Told[], unknown[]]>([
  ['another one', [{ ...tpk, kcv: 'FFFFFF' }], ['KEY_CHANGED', '0A1B2C', 'FFFFFF']],
  ['the same one anew', [{ ...tpk, injectedAt: 5 }], ['KEY_INJECTED', null, '0A1B2C']],
  ['none any more', [{ ...tpk, state: 'MISSING' }], ['KEY_MISSING', '0A1B2C', null]],
  ['one that is over', [{ ...tpk, state: 'EXPIRED' }], ['KEY_EXPIRED', '0A1B2C', null]],
  ['no slot any more', [], ['KEY_REMOVED', '0A1B2C', null]],
])('says in one line that there is %s', (_, slots, line) => {
  expect(lines(known(tpk), ...slots)).toEqual([line])
})

it('keeps what a key was that is missing, and says when there is one again', () => {
  const { kcv: _, ...bare } = tpk
  const missing = known(tpk).flatMap((one) =>
    change([one], { ...bare, state: 'MISSING' }).written.map(({ at: __, ...slot }) => slot),
  )
  expect(missing).toMatchObject([{ kcv: '0A1B2C', state: 'MISSING' }])
  expect(lines(missing, { ...tpk, kcv: 'EEEEEE' })).toEqual([['KEY_INJECTED', '0A1B2C', 'EEEEEE']])
})

it('has alarms looked at where other keys are missing or end at another time, and nowhere else', () => {
  const looks = (before: KeySlot[], ...slots: Told[]) =>
    change(before, ...slots).looks.map(({ kind }) => kind)
  expect(looks(known(tpk), { ...tpk, kcv: 'FFFFFF' })).toEqual([])
  expect(looks(known(tpk), { ...tpk, state: 'MISSING' })).toEqual(['KEY_MISSING'])
  expect(looks(known(tpk), { ...tpk, expiresAt: 99 })).toEqual(['KEY_END'])
  expect(looks(known({ ...tpk, expiresAt: 99 }))).toEqual(['KEY_END'])
  expect(looks(known({ ...tpk, state: 'MISSING' }))).toEqual(['KEY_MISSING'])
})

it('says whose slots are others than before, and who tells for the first time', () => {
  const { reslotted } = changesOf([], [report()], new Set(['one']))
  expect(reslotted).toEqual(['one'])
  expect(change(known(tpk), { ...tpk, state: 'MISSING' }).reslotted).toEqual([])
  expect(change(known(tpk)).reslotted).toEqual(['one'])
  expect(change(known(tpk), tpk, { ...tpk, type: 'TAK' }).reslotted).toEqual(['one'])
})

it('one of two of a message wins, and who has two types in a slot has both', () => {
  expect(known(tpk, { ...tpk, kcv: 'FFFFFF' })).toMatchObject([{ kcv: 'FFFFFF' }])
  expect(known(tpk, { ...tpk, type: 'TAK' })).toHaveLength(2)
})

it('an older word came late, unless its clock was set back; one that is ahead says nothing of it', () => {
  const day = 86_400_000
  expect([isLate(9, 10), isLate(10, 10), isLate(11, 10)]).toEqual([true, false, false])
  expect([isLate(day, 2 * day), isLate(day - 1, 2 * day)]).toEqual([true, false])
  expect(saidAt({ ...report(), body: { at: 99, slots: [] } })).toBe(10)
})
