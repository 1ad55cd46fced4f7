import { expect, it } from 'vitest'
import { untilRestart } from './dailyRestart.ts'
import { obedienceOf } from './obedience.ts'

const at = (text: string) => Date.parse(text)
const reboot = { at: '03:30', withinMinutes: 59 }

it('restarts every day in the time of the terminal, each in its own minute', () => {
  const minutes = (now: string, part: number, timeZone?: string) =>
    (untilRestart({ reboot, ...(timeZone && { timeZone }) }, at(now), part) ?? 0) / 60_000
  expect(minutes('2026-03-05T03:00:00Z', 0)).toBe(30)
  expect(minutes('2026-03-05T03:00:00Z', 0.999)).toBe(89)
  expect(minutes('2026-03-05T03:30:00Z', 0)).toBe(24 * 60)
  expect(minutes('2026-03-05T23:30:00Z', 0, 'Asia/Baghdad')).toBe(60)
  expect(untilRestart({}, at('2026-03-05T03:00:00Z'), 0)).toBeNull()
})

it('refuses by name what it lacks, and keeps the rest', () => {
  const told = { rev: 7, heartbeatSeconds: 60, locks: { home: true, recents: false }, volume: 5 }
  const kept = { rev: 7, refused: [], locks: ['home'], volume: 5 }
  expect(obedienceOf(told, ['KIOSK'])).toEqual(kept)
  expect(obedienceOf(told, [])).toEqual({ rev: 7, refused: ['locks'], volume: 5 })
})
