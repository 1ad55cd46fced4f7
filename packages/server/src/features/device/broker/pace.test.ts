import { expect, it } from 'vitest'
import { newPace, waitOf } from './pace.ts'

it('takes any number where there is no limit', () => {
  const pace = newPace()
  expect(Array.from({ length: 1000 }, () => waitOf(pace, 0, 5)).every((ms) => ms === 0)).toBe(true)
})

it('takes a minute’s worth at once, and what follows at the pace', () => {
  const pace = newPace()
  const waits = Array.from({ length: 63 }, () => waitOf(pace, 60, 1_000_000))
  expect(waits.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 0))
  expect(waits.slice(60)).toEqual([1000, 2000, 3000])
})

it('forgives whoever was silent in between', () => {
  const pace = newPace()
  for (let number = 0; number < 60; number++) waitOf(pace, 60, 0)
  expect(waitOf(pace, 60, 30_000)).toBe(0)
})
