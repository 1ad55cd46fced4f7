import { describe, expect, it } from 'vitest'
import { fromGcj02, toGcj02 } from './gcj02.ts'

describe('GCJ-02', () => {
  it.each([
    // Tiananmen, the Bund and Shenzhen, as the published transformation has them.
    [116.404, 39.915, 116.410_244, 39.916_404],
    [121.490_317, 31.222_771, 121.494_839, 31.220_787],
    [114.057_868, 22.543_099, 114.062_965, 22.540_371],
  ])('shows %d, %d some hundred metres beside itself', (lng, lat, shownLng, shownLat) => {
    const [longitude, latitude] = toGcj02([lng, lat])
    expect(longitude).toBeCloseTo(shownLng, 3)
    expect(latitude).toBeCloseTo(shownLat, 3)
  })

  it.each([
    [44.3661, 33.3152],
    [-74, 40.7],
    [0, 0],
    [180, 90],
    [-180, -90],
  ])('leaves %d, %d where it is', (lng, lat) => {
    expect(toGcj02([lng, lat])).toEqual([lng, lat])
    expect(fromGcj02([lng, lat])).toEqual([lng, lat])
  })

  it('is taken back to a centimetre', () => {
    for (let lng = 75; lng < 135; lng += 5)
      for (let lat = 5; lat < 54; lat += 4) {
        const [longitude, latitude] = fromGcj02(toGcj02([lng, lat]))
        expect(Math.abs(longitude - lng)).toBeLessThan(1e-7)
        expect(Math.abs(latitude - lat)).toBeLessThan(1e-7)
      }
  })
})
