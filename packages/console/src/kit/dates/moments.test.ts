import { expect, it } from 'vitest'
import { localMinute, momentOf } from './moments.ts'

it('shows a moment in the zone of the computer and gives the same one back', () => {
  const moment = '2026-03-01T10:30:00.000Z'
  expect(momentOf(localMinute(moment))).toBe(moment)
})

it.each(['', 'soon', '2026-13-41T00:00'])('takes %j for no moment', (text) => {
  expect(localMinute(text)).toBe('')
  expect(momentOf(text)).toBe('')
})
