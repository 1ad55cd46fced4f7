import { expect, it } from 'vitest'
import { atEvenMinutes, atEvenTimes } from './evenTimes.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

it('tells at even distances what was last known', () => {
  const curve = [
    { at: at(0), succeeded: 0, failed: 0 },
    { at: at(1), succeeded: 7, failed: 1 },
    { at: at(59), succeeded: 9, failed: 2 },
  ]
  const even = atEvenTimes(curve)
  expect(even).toHaveLength(60)
  expect(even[0]).toEqual(curve[0])
  expect(even.slice(1, 59).map(({ succeeded }) => succeeded)).toEqual(Array(58).fill(7))
  expect(even[30]?.at).toBe(at(30))
  expect(even[59]).toEqual(curve[2])
})

it('has one point where nothing takes time, and none of nothing', () => {
  const one = { at: at(0), succeeded: 1, failed: 0 }
  expect(atEvenTimes([one, one])).toEqual([one])
  expect(atEvenTimes([])).toEqual([])
})

it('draws a forecast by the clock: what takes long is long', () => {
  const even = atEvenMinutes([
    { minute: 0, done: 0 },
    { minute: 1, done: 0 },
    { minute: 58, done: 57 },
    { minute: 59, done: 100 },
  ])
  expect(even).toHaveLength(60)
  expect(even[30]).toEqual({ minute: 30, done: 29 })
  expect(even[58]).toEqual({ minute: 58, done: 57 })
  expect(even[59]).toEqual({ minute: 59, done: 100 })
})

it('has no more points of a short forecast than it has minutes', () => {
  const even = atEvenMinutes([
    { minute: 0, done: 0 },
    { minute: 3.5, done: 7 },
  ])
  expect(even.map(({ minute }) => Math.ceil(minute))).toEqual([0, 1, 2, 3, 4])
})
