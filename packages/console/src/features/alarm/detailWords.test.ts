import { beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { detailWords } from './detailWords.ts'

beforeEach(() => prepareBrowser())

it('tells in words what terminals tell of their printers, applications and sensors', () => {
  expect(detailWords({ event: 'PAPER_OUT' })).toBe('Out of paper')
  expect(detailWords({ event: 'PRINTER_ERROR' })).toBe('The printer has a fault')
  expect(detailWords({ event: 'PRINTER_ERROR', error: 'head open' })).toBe('The printer is open')
  expect(detailWords({ event: 'PRINTER_ERROR', error: 'E7' })).toBe('Fault: E7')
  expect(detailWords({ event: 'APP_CRASHED', package: 'com.example.pay', version: '3.5' })).toBe(
    'application com.example.pay, version 3.5',
  )
  expect(detailWords({ event: 'TAMPERED', sensor: 'case' })).toBe('Its case was opened')
  const [first, last] = ['2026-12-24', '2026-12-31']
  expect(detailWords({ endsOn: first, until: last })).toMatch(
    /^the first ends on .*24.*, the last on .*31/,
  )
  expect(detailWords({ endsOn: first, until: first })).not.toContain('last')
})

it('tells what belongs to an alarm in words, and loses nothing that it does not know', () => {
  expect(detailWords({ percent: 12, event: 'BATTERY_LOW' })).toBe('Battery at 12%')
  expect(detailWords({ seconds: -90 })).toMatch(/90 s.* behind|behind/)
  expect(detailWords({ printer: 'NO_PAPER' })).not.toMatch(/NO_PAPER|printer/)
  expect(detailWords({ keySlots: ['1 TMK'] })).toBe('slot \u20681 TMK\u2069')
  expect(detailWords({ keySlots: ['1 TMK', '7 TPK'] })).toBe(
    'slots \u20681 TMK\u2069, \u20687 TPK\u2069',
  )
  expect(detailWords({ days: 5, stationId: 'x' })).toBe('5 days left')
  expect(detailWords({ latitude: 33.3, longitude: 44.4 })).toBe('at 33.30000, 44.40000')
  expect(detailWords({ slot: { at: 2, on: true } })).toBe('slot: at 2, on Yes')
})
