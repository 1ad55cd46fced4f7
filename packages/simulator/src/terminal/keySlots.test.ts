import { deviceMessages } from '@muster/contract'
import { expect, it } from 'vitest'
import { chanceOf } from '../chance.ts'
import { type KeyHabits, KeySlots } from './keySlots.ts'

let now = Date.parse('2026-01-01T00:00:00Z')
const clock = { now: () => now }
const calm: KeyHabits = { lost: 0, replaced: 0, ending: 0, forgotten: 0 }
const open = (sn: string, habits = calm, osType?: string) =>
  new KeySlots({ identity: { osType }, chance: chanceOf('s', sn, 'keys'), clock, habits })
/** Whether there is something to tell; from then on it is told. */
function takeNews(keys: KeySlots): boolean {
  const { isNews } = keys
  keys.tell()
  return isNews
}
const statesOf = (keys: KeySlots) => keys.report().slots.map(({ state }) => state)

it('are told in messages that are in order, the same for the same terminal', () => {
  const told = Array.from({ length: 40 }, (_, n) =>
    open(`T-${n}`, calm, n % 2 === 0 ? 'LINUX' : undefined).report(),
  )
  for (const report of told) {
    expect(deviceMessages.upMessages.key.body.safeParse(report).success).toBe(true)
    expect(report.slots.map(({ state }) => state)).not.toContain('EXPIRED')
  }
  const types = new Set(told.flatMap(({ slots }) => slots.map(({ type }) => type)))
  expect(types).toContain('TMK')
  expect(types).toContain('DUKPT_PIN')
  expect(open('T-1').report()).toEqual(told[1])
  const before = told[1]?.slots
  now += 3 * 86_400_000
  expect(open('T-1').report().slots).toEqual(before)
})

it('are told at each start and when they are others, and are missing until new ones are injected', () => {
  const keys = open('T-1')
  expect([takeNews(keys), takeNews(keys)]).toEqual([true, false])
  keys.restart()
  expect(takeNews(keys)).toBe(true)
  keys.pass(false)
  expect(takeNews(keys)).toBe(false)
  keys.pass(true)
  expect(takeNews(keys)).toBe(true)
  expect(new Set(statesOf(keys))).toEqual(new Set(['MISSING']))
  expect(JSON.stringify(keys.report())).not.toContain('kcv')
  keys.inject(['0', 'dukpt', '65535'])
  keys.pass(true)
  expect(takeNews(keys)).toBe(true)
  const { slots } = keys.report()
  expect(slots.filter(({ state }) => state === 'OK').map(({ slot }) => slot)).toEqual([
    '0',
    'dukpt',
    '65535',
  ])
})

it('get lost and end as often as the scenario says', () => {
  const keys = open('T-1', { ...calm, lost: 1 })
  keys.pass(false)
  expect(statesOf(keys).filter((state) => state === 'MISSING')).toHaveLength(1)
  const soon = now + 30 * 86_400_000
  const isEnding = ({ slots }: ReturnType<KeySlots['report']>) =>
    slots.some(({ expiresAt = 0 }) => expiresAt < soon)
  expect(isEnding(open('T-1', { ...calm, ending: 1 }).report())).toBe(true)
  expect(isEnding(open('T-1').report())).toBe(false)
  const over = open('T-1', { ...calm, ending: 1 })
  now = soon
  expect(statesOf(over)).toContain('EXPIRED')
})

it('are not told of where one was forgotten, until somebody injects it', () => {
  const keys = open('T-1', { ...calm, replaced: 1, forgotten: 1 }, 'LINUX')
  const held = () => keys.report().slots.map(({ slot, type }) => `${slot} ${type}`)
  const all = ['0 TMK', '1 TPK', '2 TAK', '3 TDK', '4 RSA']
  const [lacking = ''] = all.filter((one) => !held().includes(one))
  expect(held()).toHaveLength(4)
  keys.erase()
  keys.pass(false)
  expect(held()).not.toContain(lacking)
  const [slot = ''] = lacking.split(' ')
  keys.inject([slot])
  expect(held().toSorted()).toEqual(all)
})

it('come back where somebody brings them: after days most terminals have all of theirs, but for those tampered with', () => {
  const habits = { ...calm, lost: 0.0001, replaced: 0.005 }
  const fleet = Array.from({ length: 100 }, (_, n) => open(`T-${n}`, habits))
  const beats = 20 * 2880
  for (const keys of fleet) for (let beat = 0; beat < beats; beat++) keys.pass(false)
  const failing = fleet.filter((keys) => statesOf(keys).includes('MISSING'))
  expect(failing.length).toBeLessThan(10)
  const [tampered] = fleet
  for (let beat = 0; beat < beats; beat++) tampered?.pass(true)
  expect(tampered && new Set(statesOf(tampered))).toEqual(new Set(['MISSING']))
})
