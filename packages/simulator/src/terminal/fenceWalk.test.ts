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

  it('has not left in hours in which it may', () => {
    const walk = new FenceWalk(chanceOf('seed', 'D'), 0)
    // Holds from nine until five, by its own clock.
    const daily = { d: [1, 2, 3, 4, 5, 6, 7], f: '09:00', t: '17:00', tz: 'UTC' }
    const fence = { ...circle, dwellSeconds: 0, hours: daily }
    const outside = { latitude: 33.31, longitude: 44.4 }
    const hour = 3_600_000
    walk.look(fence, walk.move(fence), 5 * hour)
    walk.look(fence, outside, 6 * hour)
    expect(walk.outsideSince(fence, 6 * hour)).toBeNull()
    walk.look(fence, outside, 10 * hour)
    expect(walk.outsideSince(fence, 10 * hour)).toBe(10 * hour)
    // It is still away, and may be.
    expect(walk.outsideSince(fence, 18 * hour)).toBeNull()
  })

  it('locks itself after a while, stays unlocked when somebody unlocks it, and locks when it leaves again', () => {
    const walk = new FenceWalk(chanceOf('seed', 'E'), 0)
    const fence = { ...circle, dwellSeconds: 0, lockSeconds: 60 }
    const outside = { latitude: 33.31, longitude: 44.4 }
    const inside = { latitude: 33.3, longitude: 44.4 }
    walk.look(fence, inside, 0)
    walk.look(fence, outside, 1000)
    expect([walk.isLocking(fence, 2000), walk.isLocking(fence, 61_000)]).toEqual([false, true])
    walk.pardon()
    expect(walk.isLocking(fence, 70_000)).toBe(false)
    walk.look(fence, inside, 80_000)
    expect(walk.isLocking(fence, 80_000)).toBe(false)
    walk.look(fence, outside, 90_000)
    expect(walk.isLocking(fence, 160_000)).toBe(true)
  })

  it('believes the platform that it is outside', () => {
    const walk = new FenceWalk(chanceOf('seed', 'F'), 0)
    walk.look(circle, { latitude: 33.3, longitude: 44.4 }, 0)
    const told = { ...circle, outside: true }
    // What the platform finds makes no other fence of it.
    walk.look(told, { latitude: 33.3, longitude: 44.4 }, 1000)
    expect([walk.state, walk.outsideSince(told, 2000)]).toEqual(['IN', 2000])
    expect(walk.outsideSince(circle, 3000)).toBeNull()
  })

  it('leaves by chance, and comes back', () => {
    const walk = new FenceWalk(chanceOf('seed', 'C'), 0.2)
    const crossings = Array.from({ length: 200 }, (_, at) =>
      walk.look(circle, walk.move(circle), at * 1000),
    )
    expect(crossings.filter(Boolean).length).toBeGreaterThan(3)
  })
})
