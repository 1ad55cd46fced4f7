import { beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { detailWords } from './detailWords.ts'

beforeEach(() => prepareBrowser())

it('tells what belongs to an alarm in words, and loses nothing that it does not know', () => {
  expect(detailWords({ percent: 12, event: 'BATTERY_LOW' })).toBe('Battery at 12%')
  expect(detailWords({ seconds: -90 })).toMatch(/90 s.* behind|behind/)
  expect(detailWords({ printer: 'NO_PAPER' })).not.toMatch(/NO_PAPER|printer/)
  expect(detailWords({ days: 5, stationId: 'x' })).toBe('5 days left')
  expect(detailWords({ latitude: 33.3, longitude: 44.4 })).toBe('at 33.30000, 44.40000')
  expect(detailWords({ slot: { at: 2, on: true } })).toBe('slot: at 2, on Yes')
})
