import { cities, kilometresBetween, nearestCity } from '@muster/contract'
import { expect, it } from 'vitest'
import { withoutOverlap } from './placeLabels.ts'

const label = (x: number, y: number) => ({ x, y, width: 60, height: 16 })

it('shows the first labels, and those that cover none of them', () => {
  const labels = [label(100, 100), label(130, 105), label(200, 100), label(100, 117)]
  expect([...withoutOverlap(labels, 10)]).toEqual([0, 2, 3])
  expect([...withoutOverlap(labels, 2)]).toEqual([0, 2])
})

it('knows its cities by both names, each where it can be', () => {
  for (const { at, name } of cities) {
    expect(name.en).not.toBe('')
    expect(name.ar).toMatch(/\p{Script=Arabic}/u)
    expect(Math.abs(at[0])).toBeLessThanOrEqual(180)
    expect(Math.abs(at[1])).toBeLessThan(75)
  }
  expect(new Set(cities.map(({ name }) => name.en)).size).toBe(cities.length)
})

it('finds the nearest city, also over the date line', () => {
  expect(nearestCity([47.6, 30.4]).city.name.en).toBe('Basra')
  expect(nearestCity([-179, -37]).city.name.en).toBe('Auckland')
  expect(kilometresBetween([44.37, 33.31], [47.78, 30.51])).toBeCloseTo(448, -1)
})
