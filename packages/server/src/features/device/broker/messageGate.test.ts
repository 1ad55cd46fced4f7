import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type MessageGate, openMessageGate, type Waiting } from './messageGate.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** Has messages come; answers how many have passed, and those that wait. */
function come(gate: MessageGate, count: number) {
  let passed = 0
  const waiting: Waiting[] = []
  for (let n = 0; n < count; n++) {
    const one = { go: () => (passed += 1) }
    if (gate.mayPass()) one.go()
    else {
      gate.wait(one)
      waiting.push(one)
    }
  }
  return { passed: () => passed, waiting }
}

it('lets a second’s worth through at once, and what follows at the pace', () => {
  const gate = openMessageGate(10)
  const { passed } = come(gate, 25)
  expect(passed()).toBe(10)
  vi.advanceTimersByTime(1000)
  expect(passed()).toBe(20)
  vi.advanceTimersByTime(1000)
  expect([passed(), gate.isEmpty()]).toEqual([25, true])
  // Whoever was silent meanwhile is forgiven, a second's worth and no more.
  vi.advanceTimersByTime(60_000)
  expect(come(gate, 25).passed()).toBe(10)
})

it('lets those that wait through at a higher limit at once, and without one', () => {
  const gate = openMessageGate(10)
  const { passed } = come(gate, 3000)
  expect(gate.isBehind()).toBe(true)
  gate.set(1000)
  vi.advanceTimersByTime(1000)
  expect(passed()).toBeGreaterThan(900)
  gate.set(null)
  vi.advanceTimersByTime(200)
  expect(passed()).toBe(3000)
  expect(come(gate, 5000).passed()).toBe(5000)
  gate.set(10)
  expect(come(gate, 50).passed()).toBe(10)
})

it('lets through what a high limit is, also of those that wait', () => {
  const gate = openMessageGate(100_000)
  const { passed } = come(gate, 200_000)
  vi.advanceTimersByTime(1100)
  expect(passed()).toBe(200_000)
})

it('looks once at a time at those that wait, however often they come and go', () => {
  const gate = openMessageGate(10)
  come(gate, 10)
  for (let n = 0; n < 20; n++) {
    const [gone] = come(gate, 1).waiting
    if (gone) gate.leave(gone)
  }
  come(gate, 5)
  expect(vi.getTimerCount()).toBe(1)
})

it('gives the places of those that are over to those behind', () => {
  const gate = openMessageGate(10)
  const gone = come(gate, 1010)
  const { passed } = come(gate, 10)
  for (const one of gone.waiting) gate.leave(one)
  vi.advanceTimersByTime(1000)
  expect([gone.passed(), passed(), gate.isBehind()]).toEqual([10, 10, false])
})
