import { describe, expect, it } from 'vitest'
import { nextTry, nextVisit, verdictOf } from './webhook.rules.ts'

describe('an answer to a delivery', () => {
  it.each([
    [200, 'sent'],
    [204, 'sent'],
    [301, 'refused'],
    [302, 'refused'],
    [400, 'refused'],
    [404, 'refused'],
    [410, 'refused'],
    [408, 'away'],
    [429, 'away'],
    [500, 'away'],
    [503, 'away'],
    [null, 'away'],
  ] as const)('%s means %s', (status, verdict) => {
    expect(verdictOf({ status })).toBe(verdict)
  })
})

it('waits longer after each failure, and ends after the seventh try', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(nextTry)).toEqual([1, 5, 15, 60, 360, 1440, null])
  expect([1, 7, 100].map(nextVisit)).toEqual([1, 1440, 1440])
})
