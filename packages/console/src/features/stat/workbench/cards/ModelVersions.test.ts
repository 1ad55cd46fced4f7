import { expect, it } from 'vitest'
import { shortOf } from './ModelVersions.tsx'

it('says a version without the name of its model', () => {
  expect(shortOf('aurora-a8-5.2.4', 'Aurora A8')).toBe('5.2.4')
  expect(shortOf('5.2.4', 'Aurora A8')).toBe('5.2.4')
  expect(shortOf('cedar-c2-2.3.7', 'Aurora A8')).toBe('cedar-c2-2.3.7')
})
