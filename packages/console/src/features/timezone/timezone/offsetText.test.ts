// @vitest-environment node
import { expect, it } from 'vitest'
import { offsetText } from './offsetText.ts'

it.each([
  [0, 'UTC+00:00'],
  [180, 'UTC+03:00'],
  [345, 'UTC+05:45'],
  [-210, 'UTC-03:30'],
  [-30, 'UTC-00:30'],
])('writes %i minutes as %s', (minutes, text) => {
  expect(offsetText(minutes)).toBe(text)
})
