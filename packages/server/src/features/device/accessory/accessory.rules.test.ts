import { expect, it } from 'vitest'
import { type AccessoryReport, changesOf, type KnownAccessory } from './accessory.rules.ts'

const pad = { kind: 'PIN_PAD', sn: 'PP1', firmware: '1.0' } as const
const base = { kind: 'BASE', sn: 'B1' } as const

const report = (
  deviceId: string,
  at: number,
  ...accessories: AccessoryReport['accessories']
): AccessoryReport => ({ deviceId, orgId: 'shop', at, accessories })

/** What is known after reports of which nothing was known before. */
const after = (...reports: AccessoryReport[]): readonly KnownAccessory[] =>
  changesOf([], reports).written

const told = ({ lines }: ReturnType<typeof changesOf>) =>
  lines.map(({ deviceId, code, sn, otherId }) => `${deviceId} ${code} ${sn} ${otherId ?? '-'}`)

it('what is told again, in whatever order, changes nothing', () => {
  const apps = [{ p: 'a', v: '1' }, { p: 'b' }]
  const known = after(report('one', 1, { ...pad, apps }, base))
  const again = report('one', 2, base, { ...pad, apps: apps.toReversed() })
  expect(changesOf(known, [again])).toEqual({ written: [], lines: [] })
})

it('other software on it is a line with both versions', () => {
  const { written, lines } = changesOf(after(report('one', 1, pad)), [
    report('one', 2, { ...pad, firmware: '2.0' }),
  ])
  expect(written).toMatchObject([{ firmware: '2.0', deviceId: 'one', isGone: false }])
  expect(lines).toMatchObject([{ code: 'ACCESSORY_CHANGED', from: '1.0', to: '2.0' }])
})

it('one that moves is a line at both terminals, whichever of them tells first', () => {
  const known = after(report('one', 1, pad))
  const straight = changesOf(known, [report('two', 2, pad), report('one', 3)])
  expect(told(straight)).toEqual(['one ACCESSORY_LEFT PP1 two', 'two ACCESSORY_JOINED PP1 one'])
  expect(straight.written).toMatchObject([{ deviceId: 'two', isGone: false }])
  const left = changesOf(known, [report('one', 2)])
  expect(told(left)).toEqual(['one ACCESSORY_LEFT PP1 -'])
  expect(left.written).toMatchObject([{ deviceId: 'one', isGone: true }])
  expect(told(changesOf(left.written, [report('two', 3, pad)]))).toEqual([
    'two ACCESSORY_JOINED PP1 one',
  ])
})

it('one that comes back to its terminal came from no other', () => {
  const left = changesOf(after(report('one', 1, pad)), [report('one', 2)]).written
  expect(told(changesOf(left, [report('one', 3, pad)]))).toEqual(['one ACCESSORY_JOINED PP1 -'])
})

it('of two that tell of one in a batch the later has it', () => {
  const { written } = changesOf([], [report('two', 5, pad), report('one', 4, pad)])
  expect(written).toMatchObject([{ deviceId: 'two', isGone: false }])
})

it('what leaves and comes back within a batch is there, with a line for each', () => {
  const changes = changesOf(after(report('one', 1, pad)), [
    report('one', 2, base),
    report('one', 3, pad, base),
  ])
  expect(told(changes)).toEqual([
    'one ACCESSORY_LEFT PP1 -',
    'one ACCESSORY_JOINED B1 -',
    'one ACCESSORY_JOINED PP1 -',
  ])
})

it('two organisations may each have one of a number', () => {
  const known = after(report('one', 1, pad))
  const stranger = { ...report('two', 2, pad), orgId: 'other' }
  const { written, lines } = changesOf(known, [stranger])
  expect(written).toMatchObject([{ realmId: 'other', deviceId: 'two' }])
  expect(told({ written, lines })).toEqual(['two ACCESSORY_JOINED PP1 -'])
  expect(changesOf([...known, ...written], [report('one', 3, pad)]).written).toEqual([])
})

it.each(['0', '0000', 'FFFFffff', '00-00', 'X.X'])(
  'a number that nobody has given it, %s, is of its terminal alone',
  (sn) => {
    const known = after(report('one', 1, { ...pad, sn }))
    const changes = changesOf(known, [report('two', 2, { ...pad, sn })])
    expect(told(changes)).toEqual([`two ACCESSORY_JOINED ${sn} -`])
    const again = [report('one', 3, { ...pad, sn })]
    expect(changesOf([...known, ...changes.written], again).written).toEqual([])
  },
)

it.each(['10', '0001', 'A0000'])('%s is a number that one was given', (sn) => {
  const known = after(report('one', 1, { ...pad, sn }))
  expect(told(changesOf(known, [report('two', 2, { ...pad, sn })]))).toHaveLength(2)
})
