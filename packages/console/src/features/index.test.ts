import { screenKeys } from '@muster/contract'
import { expect, it } from 'vitest'
import { screenOf } from './index.ts'

it('has a screen for each component key, but for the frame around all of them', () => {
  expect(screenKeys.filter((key) => screenOf(key) === null)).toEqual(['LAYOUT'])
})
