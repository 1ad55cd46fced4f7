import { expect, it } from 'vitest'
import { spanOfStep } from './steps.ts'

const on = (day: string) => `${day}T00:00:00.000Z`

it('a step is about what its curve is about, also where it is longer than that', () => {
  const points = ['2026-10-26', '2026-11-02', '2026-11-09'].map((day) => ({ at: on(day) }))
  const curve = { from: on('2026-11-01'), to: on('2026-11-11'), points }
  expect(points.map((_, place) => spanOfStep(curve, place))).toEqual([
    { from: on('2026-11-01'), to: on('2026-11-02') },
    { from: on('2026-11-02'), to: on('2026-11-09') },
    { from: on('2026-11-09'), to: on('2026-11-11') },
  ])
})
