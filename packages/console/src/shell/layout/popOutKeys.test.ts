import { expect, it } from 'vitest'
import { exitOf } from './popOutKeys.ts'

it.each([
  ['Tab', 'x', false, { to: 'page' }],
  ['Tab', 'y', true, { to: 'page' }],
  ['ArrowLeft', 'y', false, { to: 'opener' }],
  ['ArrowLeft', 'x', false, { to: 'neighbour', step: -1 }],
  ['ArrowRight', 'x', false, { to: 'neighbour', step: 1 }],
  ['ArrowRight', 'x', true, null],
  ['ArrowRight', 'y', false, null],
  ['ArrowDown', 'x', false, null],
] as const)(
  '%s in a pop-out along %s (on a group: %s) leads to %o',
  (key, axis, isOnGroup, exit) => {
    expect(exitOf(key, axis, isOnGroup)).toEqual(exit)
  },
)
