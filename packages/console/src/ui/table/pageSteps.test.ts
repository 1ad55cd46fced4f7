// @vitest-environment node
import { expect, it } from 'vitest'
import { pageSteps } from './pageSteps.ts'

it.each([
  [1, 0, '1'],
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 21, '1 2 … 21'],
  [3, 21, '1 2 3 4 … 21'],
  [4, 21, '1 2 3 4 5 … 21'],
  [10, 21, '1 … 9 10 11 … 21'],
  [21, 21, '1 … 20 21'],
  [30, 21, '1 … 29 30'],
])('offers, on page %i of %i, %s', (current, count, shown) => {
  expect(
    pageSteps(current, count)
      .map(({ page }) => page ?? '…')
      .join(' '),
  ).toBe(shown)
})

it.each([
  [10, 21, '1 … 10 … 21'],
  [3, 21, '1 2 3 … 21'],
])('leaves the neighbours of page %i of %i out on a narrow screen: %s', (current, count, shown) => {
  expect(
    pageSteps(current, count, true)
      .map(({ page }) => page ?? '…')
      .join(' '),
  ).toBe(shown)
})
