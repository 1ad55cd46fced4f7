// @vitest-environment node
import { expect, it } from 'vitest'
import { stateTones } from './pushTexts.ts'

it('gives what is done in part another colour than what is done and what has failed', () => {
  const { PARTIAL, FINISHED, EXPIRED } = stateTones
  expect(new Set([PARTIAL, FINISHED, EXPIRED]).size).toBe(3)
})
