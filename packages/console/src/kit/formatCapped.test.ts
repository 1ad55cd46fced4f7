import { countCap } from '@muster/contract'
import { expect, it } from 'vitest'
import { formatCapped } from './formatCapped.ts'
import { prepareBrowser } from '../../test/show.tsx'

it('says of how many there are only that there are more where no more were counted', () => {
  prepareBrowser()
  expect([null, 12, countCap, countCap + 1].map((count) => formatCapped(count))).toEqual([
    '–',
    '12',
    '10,000',
    '10,000+',
  ])
  expect(formatCapped(60, true)).toBe('60+')
  expect(formatCapped(countCap + 1, false)).toBe('10,001')
})
