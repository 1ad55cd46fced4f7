import { describe, expect, it } from 'vitest'
import { faultOfQuota } from './organization.rules.ts'

describe('the quota of an organisation', () => {
  it.each([
    [null, null, null, false, null],
    [5, 5, 1, false, null],
    [null, 5, null, true, null],
    [null, 5, 5, true, null],
    [5, null, 5, true, null],
    [5, 6, null, false, 'NOT_FROM_ABOVE'],
    [5, null, null, false, 'NOT_FROM_ABOVE'],
    [null, 6, 5, true, 'MORE_THAN_ABOVE'],
    [9, 3, null, true, null],
    [9, 2, null, true, 'LESS_THAN_USED'],
    [2, 2, null, true, null],
    [2, null, null, true, null],
  ])('from %j to %j below %j, ruled from above: %j', (...given) => {
    const [before, wanted, above, isRuledFromAbove, because] = given
    const fault = faultOfQuota({ before, wanted, above, used: 3, isRuledFromAbove })
    expect(fault?.because ?? null).toBe(because)
  })
})
