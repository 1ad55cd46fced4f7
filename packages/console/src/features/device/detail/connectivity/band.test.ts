import type { Connection } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { bandOf, commonReason } from './band.ts'

const hour = (n: number) => Date.UTC(2026, 0, 1, n)
const whole = { from: hour(0), until: hour(10) }

/** A connection from hour to hour; without an end it lasts. */
const connection = (
  from: number,
  until: number | null,
  reason: string | null = null,
): Connection => ({
  connectedAt: new Date(hour(from)).toISOString(),
  disconnectedAt: until === null ? null : new Date(hour(until)).toISOString(),
  ip: null,
  reason,
})

const drawn = (connections: readonly Connection[]) =>
  bandOf(connections, whole)
    .segments.map(({ state, from, until }) => {
      const [start, end] = [from, until].map((at) => (at - whole.from) / 3_600_000)
      return `${state === 'ONLINE' ? '+' : '-'}${start}–${end}`
    })
    .join(' ')

describe('the band of a terminal', () => {
  it.each([
    ['that never connected', [], '-0–10'],
    ['that was connected throughout', [connection(-5, null)], '+0–10'],
    ['that came and stayed', [connection(4, null)], '-0–4 +4–10'],
    ['that came and went', [connection(2, 3), connection(5, 6)], '-0–2 +2–3 -3–5 +5–6 -6–10'],
    [
      'whose connections are told newest first',
      [connection(5, 6), connection(2, 3)],
      '-0–2 +2–3 -3–5 +5–6 -6–10',
    ],
    [
      'whose new connection took the old one over',
      [connection(1, 4), connection(3, 6)],
      '-0–1 +1–6 -6–10',
    ],
    ['that reconnected within the moment', [connection(1, 4), connection(4, 6)], '-0–1 +1–6 -6–10'],
    ['whose connections lie elsewhere', [connection(-4, -2), connection(12, null)], '-0–10'],
    ['whose connection ended when it began', [connection(3, 3)], '-0–10'],
  ])('%s', (_, connections, expected) => {
    expect(drawn(connections)).toBe(expected)
  })

  it('measures share, absences and reconnects', () => {
    const band = bandOf([connection(-2, 2), connection(5, 9), connection(9, null)], whole)
    expect(band.onlineShare).toBeCloseTo(0.7)
    expect(band.longestGap).toBe(3 * 3_600_000)
    expect(band.reconnects).toBe(2)
  })
})

it('says nothing of the time before there was a terminal', () => {
  const band = bandOf([connection(9, null)], whole, hour(8))
  expect(band.segments.map(({ state }) => state)).toEqual(['OFFLINE', 'ONLINE'])
  expect(band.segments[0]?.from).toBe(hour(8))
  expect(band.onlineShare).toBe(0.5)
  expect(band.from).toBe(whole.from)
})

describe('the most common reason', () => {
  it('is none where no connection ended', () => {
    expect(commonReason([connection(0, null)])).toBeNull()
  })

  it('is the one that occurs most', () => {
    const ended = ['network', 'keepAlive', 'network'].map((reason) => connection(0, 1, reason))
    expect(commonReason(ended)).toBe('network')
  })
})
