import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chanceOf,
  fateOf,
  type Habits,
  isOnlineAt,
  type Load,
  mbitsOf,
  nextOnline,
  onlineFor,
} from './twin.rules.ts'

const hour = 3_600_000
const day = 24 * hour
const monday = Date.parse('2026-11-23T00:00:00Z')

const twin = (more: Partial<Habits> = {}): Habits => ({
  deviceId: 'd1',
  sn: 'SN-1',
  firmware: '1.0',
  agentVersion: '2.0',
  zone: 'UTC',
  network: 'WIFI',
  battery: null,
  isCharging: null,
  kbps: 1000,
  hours: Array.from({ length: 24 }, () => 1),
  installMinutes: 10,
  failures: [],
  badShare: 0,
  ...more,
})
const load: Load = {
  bytes: 60_000_000,
  windows: [],
  wifiOnly: false,
  minBattery: 0,
  charger: false,
  attempt: 1,
}
const never = () => null
const shop = Array.from({ length: 24 }, (_, at) => (at >= 8 && at < 20 ? 1 : 0))

describe('a copied terminal', () => {
  it('is on line in the hours of the real one', () => {
    expect(isOnlineAt(twin({ hours: shop }), monday + 9 * hour)).toBe(true)
    expect(isOnlineAt(twin({ hours: shop }), monday + 21 * hour)).toBe(false)
    expect(nextOnline(twin({ hours: shop }), monday + 21 * hour)).toBe(monday + 32 * hour)
    expect(nextOnline(twin({ hours: shop.map(() => 0) }), monday)).toBeNull()
  })

  it('is on line as often as the real one, hour by hour', () => {
    const half = twin({ hours: shop.map(() => 0.5) })
    const on = Array.from({ length: 2000 }, (_, nth) => isOnlineAt(half, monday + nth * hour))
    const share = on.filter(Boolean).length / on.length
    expect(share).toBeGreaterThan(0.45)
    expect(share).toBeLessThan(0.55)
  })

  it('downloads at its own speed, and only while it is on line', () => {
    expect(mbitsOf(twin())).toBe(8)
    // 60 MB at 1 MB/s are a minute.
    expect(fateOf(twin(), { load, at: monday, next: never })).toMatchObject({
      from: monday,
      until: monday + 60_000,
    })
    const late = monday + 20 * hour - 30_000
    expect(onlineFor(twin({ hours: shop }), late, 60_000)).toBe(monday + 32 * hour + 30_000)
  })

  it('waits for its hours, and is past them for good where Wi-Fi is asked of who has none', () => {
    const opening = () => monday + 5 * hour
    const windows = [{ from: '05:00', until: '06:00', days: [1] }]
    const fate = fateOf(twin(), { load: { ...load, windows }, at: monday, next: opening })
    expect(fate?.endsAt).toBeGreaterThan(monday + 5 * hour)
    expect(
      fateOf(twin({ network: '4G' }), {
        load: { ...load, wifiOnly: true },
        at: monday,
        next: never,
      }),
    ).toBeNull()
  })

  it('fails as often as its model does', () => {
    const failures = [{ code: 'I213', share: 0.2 }]
    const fates = Array.from({ length: 3000 }, (_, nth) =>
      fateOf(twin({ deviceId: `d${nth}`, failures }), { load, at: monday, next: never }),
    )
    const failed = fates.filter((fate) => fate?.end.state === 'FAILED').length / fates.length
    expect(failed).toBeGreaterThan(0.17)
    expect(failed).toBeLessThan(0.23)
  })

  it('has the same fate whenever it is tried, which never ends before it begins', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 24, maxLength: 24 }),
        fc.integer({ min: 0, max: 30 * day }),
        fc.integer({ min: 1, max: 4_000_000_000 }),
        (deviceId, hours, after, bytes) => {
          const one = twin({ deviceId, hours })
          const at = monday + after
          const fate = fateOf(one, { load: { ...load, bytes }, at, next: never })
          expect(fateOf(one, { load: { ...load, bytes }, at, next: never })).toEqual(fate)
          if (!fate) return
          expect(fate.until).toBeGreaterThanOrEqual(fate.from)
          expect(fate.endsAt).toBeGreaterThan(fate.until)
          expect(isOnlineAt(one, fate.endsAt)).toBe(true)
        },
      ),
    )
  })

  it('draws numbers that are spread evenly', () => {
    const tenths = Array.from({ length: 10 }, () => 0)
    for (let nth = 0; nth < 10_000; nth++) {
      const tenth = Math.floor(chanceOf('x', nth) * 10)
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })
})
