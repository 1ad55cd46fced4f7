import { expect, it } from 'vitest'
import { meanOf } from './useUsual.ts'

it('says what is usual only where enough was counted', () => {
  expect(meanOf([4, null, 8])).toBeNull()
  expect(meanOf([4, null, 8, 6])).toBe(6)
})
