import { expect, it } from 'vitest'
import { meantKey, stepTo } from './menuKeys.ts'

it.each([
  ['ArrowDown', 'y', 0, 1],
  ['ArrowDown', 'y', 2, 0],
  ['ArrowUp', 'y', 0, 2],
  ['ArrowRight', 'x', 0, 1],
  ['ArrowLeft', 'x', 0, 2],
  ['Home', 'x', 2, 0],
  ['End', 'y', 0, 2],
  ['ArrowRight', 'y', 0, null],
  ['ArrowUp', 'x', 1, null],
  ['a', 'y', 1, null],
] as const)('%s along %s leads from %i to %s', (key, axis, at, to) => {
  expect(stepTo(key, axis, { at, count: 3 })).toBe(to)
})

it('mirrors left and right only', () => {
  expect(meantKey('ArrowLeft', true)).toBe('ArrowRight')
  expect(meantKey('ArrowRight', true)).toBe('ArrowLeft')
  expect(meantKey('ArrowDown', true)).toBe('ArrowDown')
  expect(meantKey('ArrowLeft', false)).toBe('ArrowLeft')
})
