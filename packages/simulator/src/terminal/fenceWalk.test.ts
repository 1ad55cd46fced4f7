import { describe, expect, it } from 'vitest'
import { chanceOf } from '../chance.ts'
import { FenceWalk, type ToldFence } from './fenceWalk.ts'

const circle: ToldFence = { center: { lat: 33.3, lng: 44.4 }, radius: 200, dwellSeconds: 60 }
const area: ToldFence = {
  points: [
    { lat: 33.3, lng: 44.4 },
    { lat: 33.31, lng: 44.4 },
    { lat: 33.31, lng: 44.41 },
    { lat: 33.3, lng: 44.41 },
  ],
  dwellSeconds: 0,
}

describe('a terminal with a fence', () => {
  it.each([
    ['circle', circle],
    ['area', area],
  ])('stands inside its %s', (_, fence) => {
    const walk = new FenceWalk(chanceOf('seed', 'A'), 0)
    for (let at = 0; at < 20; at++)
      expect(walk.look(fence, walk.move(fence), at * 60_000)).toBe(false)
    expect(walk.state).toBe('IN')
  })

  it('notices at once that it was carried out, and counts it after the dwell', () => {
    const walk = new FenceWalk(chanceOf('seed', 'B'), 0)
    walk.look(circle, walk.move(circle), 0)
    const outside = { latitude: 33.31, longitude: 44.4 }
    expect(walk.look(circle, outside, 1000)).toBe(true)
    expect(walk.state).toBe('IN')
    expect(walk.look(circle, outside, 62_000)).toBe(false)
    expect(walk.state).toBe('OUT')
  })

  it('leaves by chance, and comes back', () => {
    const walk = new FenceWalk(chanceOf('seed', 'C'), 0.2)
    const crossings = Array.from({ length: 200 }, (_, at) =>
      walk.look(circle, walk.move(circle), at * 1000),
    )
    expect(crossings.filter(Boolean).length).toBeGreaterThan(3)
  })
})
