import { describe, expect, it } from 'vitest'
import { type FenceArea, fenceFaultOf, metresOutside, sideOf } from './fence.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const circle = (latitude: number, longitude: number, radius: number): FenceArea => ({
  kind: 'CIRCLE',
  center: at(latitude, longitude),
  radius,
})
const square = [at(33.3, 44.3), at(33.3, 44.4), at(33.4, 44.4), at(33.4, 44.3)]

describe('a fence', () => {
  it('knows inside from outside', () => {
    const area: FenceArea = { kind: 'POLYGON', points: square }
    expect(sideOf(area, at(33.35, 44.35), 0)).toBe('IN')
    expect(sideOf(area, at(33.35, 44.41), 0)).toBe('OUT')
    // A hundredth of a degree of longitude there is about 929 m.
    expect(metresOutside(area, at(33.35, 44.41))).toBeCloseTo(928.8, 0)
    expect(sideOf(circle(33.3, 44.3, 100), at(33.3005, 44.3), 0)).toBe('IN')
    expect(sideOf(circle(33.3, 44.3, 100), at(33.302, 44.3), 0)).toBe('OUT')
  })

  it('says nothing of a place that may lie on either side', () => {
    expect(sideOf(circle(33.3, 44.3, 100), at(33.302, 44.3), 500)).toBeNull()
    expect(sideOf(circle(33.3, 44.3, 100), at(33.302, 44.3), 50)).toBe('OUT')
  })

  it('goes over the date line', () => {
    const points = [at(-17, 179.9), at(-17, -179.9), at(-16.9, -179.9), at(-16.9, 179.9)]
    expect(fenceFaultOf(points)).toBeNull()
    expect(sideOf({ kind: 'POLYGON', points }, at(-16.95, 180), 0)).toBe('IN')
    expect(sideOf({ kind: 'POLYGON', points }, at(-16.95, -180), 0)).toBe('IN')
    expect(sideOf({ kind: 'POLYGON', points }, at(-16.95, 0), 0)).toBe('OUT')
    expect(sideOf(circle(-17, 179.9999, 100), at(-17, -179.9999), 0)).toBe('IN')
  })

  it('stands at a pole', () => {
    expect(sideOf(circle(90, 0, 1000), at(89.995, 123), 0)).toBe('IN')
    expect(sideOf(circle(-90, 77, 1000), at(-89.9, -150), 0)).toBe('OUT')
  })

  it('goes around a pole', () => {
    const points = [at(89.9, 0), at(89.9, 120), at(89.9, -120)]
    const area: FenceArea = { kind: 'POLYGON', points }
    expect(fenceFaultOf(points)).toBeNull()
    expect(sideOf(area, at(90, 0), 0)).toBe('IN')
    expect(sideOf(area, at(89.98, -77), 0)).toBe('IN')
    expect(sideOf(area, at(89.89, 0), 0)).toBe('OUT')
    // The middle of an edge is half as far from the pole as its corners.
    expect(sideOf(area, at(89.94, 60), 0)).toBe('OUT')
    expect(sideOf(area, at(89.96, 60), 0)).toBe('IN')
    const south = points.map(({ latitude, longitude }) => at(-latitude, longitude))
    expect(sideOf({ kind: 'POLYGON', points: south }, at(-90, 13), 0)).toBe('IN')
    expect(sideOf({ kind: 'POLYGON', points: south }, at(90, 0), 0)).toBe('OUT')
  })
})

describe('the corners of an area', () => {
  it.each([
    ['tooFew', square.slice(0, 2)],
    ['crossing', [square[0], square[2], square[1], square[3]]],
    ['twice', [...square, square[0]]],
    ['flat', [at(33, 44), at(33, 44.1), at(33, 44.2)]],
    ['tooFar', [at(33, 44), at(33, 54), at(34, 54)]],
  ])('are refused: %s', (fault, points) => {
    expect(fenceFaultOf(points.flatMap((one) => one ?? []))).toBe(fault)
  })

  it('may turn inwards', () => {
    expect(fenceFaultOf([...square, at(33.35, 44.35)])).toBeNull()
  })
})
