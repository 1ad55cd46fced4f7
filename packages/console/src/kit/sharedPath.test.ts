// @vitest-environment node
import { areas, enrolmentKeys, organizations } from '@muster/contract'
import { expect, it } from 'vitest'
import { isBelow, sharedPath } from './sharedPath.ts'

it('finds the path that the calls of a group share', () => {
  expect(sharedPath(areas)).toBe('/admin/timezone/v1/area')
  expect(sharedPath(organizations)).toBe('/admin/org/v1/org')
})

it('stops before an id, which queries hold filled in', () => {
  expect(sharedPath(enrolmentKeys)).toBe('/admin/org/v1/org/keys')
  expect(isBelow(['/admin/org/v1/org/keys/019a', {}], sharedPath(enrolmentKeys))).toBe(true)
})

it('tells a path from one that only begins alike', () => {
  expect(isBelow(['/admin/timezone/v1/area/page', {}], '/admin/timezone/v1/area')).toBe(true)
  expect(isBelow(['/admin/timezone/v1/areal', {}], '/admin/timezone/v1/area')).toBe(false)
  expect(isBelow([42], '/admin')).toBe(false)
})
