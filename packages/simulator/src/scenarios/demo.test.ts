import { terminalClock } from '@muster/terminal'
import { expect, it } from 'vitest'
import { chanceOf } from '../chance.ts'
import { FenceWalk } from '../terminal/fenceWalk.ts'
import { HeldParams } from '../terminal/heldParams.ts'
import { Machine } from '../terminal/machine.ts'
import { troubleBy } from '../terminal/troubles.ts'
import { demo } from './demo.ts'
import { flaky } from './flaky.ts'
import type { Scenario } from './scenario.ts'

const beats = 2880
const clock = terminalClock(0, () => Date.parse('2026-01-01T00:00:00Z'))
const fleet = Array.from({ length: 200 }, (_, nth) => `DEMO-${nth}`)

/** What a fleet tells of within a day, and how often. */
function dayOf(scenario: Scenario): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  for (const sn of fleet) {
    const identity = { sn, model: 'aurora-a8', vendor: 'northlight' }
    const machine = new Machine({ identity, seed: '1', scenario, clock, store: null })
    const walk = new FenceWalk(chanceOf('1', sn, 'fence'), scenario.wanders)
    const troubles = chanceOf('1', sn, 'troubles')
    const fence = { center: { lat: 33.3, lng: 44.4 }, radius: 200, dwellSeconds: 0 }
    machine.keys.tell()
    for (let beat = 0; beat < beats; beat++) {
      machine.advance(30)
      for (const { code, over } of machine.happenings()) if (!over) count(code)
      if (machine.keys.isNews) {
        machine.keys.tell()
        count('keys')
      }
      if (walk.look(fence, walk.move(fence), beat * 30_000) && walk.state === 'OUT') count('fence')
      if (troubleBy(troubles, scenario.troubles)) count('trouble')
    }
  }
  return counts
}

it('has a first day in which little goes wrong, and hardly anything bad', () => {
  const { TAMPERED = 0, ROOTED = 0, SIM_CHANGED = 0, ...others } = dayOf(demo)
  expect(TAMPERED + ROOTED).toBeLessThan(2)
  expect(SIM_CHANGED).toBeLessThan(3)
  const { keys = 0, fence = 0, trouble = 0, BATTERY_LOW = 0, ...usual } = others
  for (const rare of [keys, fence, trouble]) expect(rare).toBeLessThan(10)
  expect(BATTERY_LOW).toBeLessThan(20)
  for (const code of ['PAPER_OUT', 'PRINTER_ERROR', 'APP_CRASHED']) {
    expect(usual[code]).toBeGreaterThan(2)
    expect(usual[code]).toBeLessThan(40)
  }
})

it('has parameters changed by hand on a few terminals within the first hours, not on most', () => {
  const held = fleet.map((sn) => {
    const params = new HeldParams(chanceOf('1', sn, 'params'), demo.meddles)
    params.apply('com.example.pay', { 'host.address': 'pay.example' })
    return params
  })
  const meddledIn = (hours: number) =>
    held.filter((params) => Array.from({ length: hours * 120 }, () => params.live()).some(Boolean))
  expect(meddledIn(4).length).toBeGreaterThan(2)
  expect(meddledIn(20).length).toBeLessThan(80)
})

it('leaves attacks to scenarios that ask for them', () => {
  const { TAMPERED = 0, ROOTED = 0, SIM_CHANGED = 0 } = dayOf(flaky)
  for (const attacks of [TAMPERED, ROOTED, SIM_CHANGED]) expect(attacks).toBeGreaterThan(50)
})

it('has a slot forgotten of one or two terminals of the model that demands its keys', () => {
  // As the platform numbers them: every third one is of that model.
  const classic = Array.from({ length: 200 }, (_, n) => n + 1).filter((n) => n % 3 === 2)
  const lacking = classic.filter((n) => {
    const sn = `DEMO-${String(n).padStart(6, '0')}`
    const identity = { sn, model: 'cedar-c2', vendor: 'cedar', osType: 'LINUX' }
    const machine = new Machine({ identity, seed: '1', scenario: demo, clock, store: null })
    return machine.keys.report().slots.length < 5
  })
  expect(lacking.length).toBeGreaterThan(0)
  expect(lacking.length).toBeLessThan(3)
})
