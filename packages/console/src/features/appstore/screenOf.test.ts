import { expect, it } from 'vitest'
import { screenOf } from './screenOf.ts'

it.each([
  ['1080x1920', 1080, 1920],
  [' 480 × 800 px', 480, 800],
  ['5 inches', 720, 1280],
  [null, 720, 1280],
])('reads the screen of %s', (sheet, width, height) => {
  expect(screenOf(sheet)).toEqual({ width, height })
})
