import { beforeEach, expect, it } from 'vitest'
import { taskOf } from '../../../../../test/devices.ts'
import { prepareBrowser } from '../../../../../test/show.tsx'
import { waitsShort, waitsTexts } from './waits.ts'

beforeEach(prepareBrowser)

const held = taskOf(1, {
  waitsFor: 'BLACKOUT',
  waitsReason: 'Holidays',
  waitsUntil: '2026-01-02T00:00:00.000Z',
  expiresAt: '2026-01-03T00:00:00.000Z',
})

it('says nothing of a command that nothing keeps', () => {
  expect([waitsShort(taskOf(1)), waitsTexts(taskOf(1))]).toEqual([null, []])
})

it('tells what a command waits for, and why', () => {
  expect(waitsShort(held)).toBe('Waits: blackout')
  const [says, ...more] = waitsTexts(held)
  expect(says).toMatch(/^Waits for the end of the blackout, .+ \(Holidays\)$/)
  expect(more).toEqual([])
})

it('says when a command waits in vain', () => {
  const inVain = { ...held, expiresAt: '2026-01-01T00:10:00.000Z' }
  expect(waitsTexts(inVain)[1]).toContain('expires before that')
})
