import { expect, it } from 'vitest'
import { compareVersions } from './versions.rules.ts'

it.each([
  ['2.10.1', '2.9'],
  ['2.9.1', '2.9'],
  ['2.1-rc1', '2.0'],
  ['V10', 'V9'],
  ['aurora-mini-6.1.0', '2.4.0'],
  ['6.1.0', 'aurora-mini-4.3.4'],
  ['1.0', 'latest'],
  ['1.0.20261123120000000000', '1.0.20261122120000000000'],
])('%s is newer than %s', (newer, older) => {
  expect(compareVersions(newer, older)).toBeGreaterThan(0)
  expect(compareVersions(older, newer)).toBeLessThan(0)
})

it.each([
  ['2.9', '2.9.0'],
  ['2.09', '2.9'],
  ['aurora-mini-6.1.0', '6.1'],
  ['6.1.0-release', '6.1.0'],
  ['2.0-rc2', '2.0-rc1'],
  ['latest', 'golden'],
  ['', ''],
])('%s and %s are the same', (one, other) => {
  expect(compareVersions(one, other)).toBe(0)
})

it('puts any versions into one order', () => {
  const versions = [
    '1',
    '1.0',
    '1.0a',
    '1.a',
    'a',
    '',
    '10',
    '2',
    '2-rc',
    '2.0.1',
    '-',
    '0',
    'v2',
    'b-1.0',
  ]
  const pairs = versions.flatMap((one) => versions.map((other) => [one, other] as const))
  const odd = pairs.filter(
    ([one, other]) => compareVersions(one, other) + compareVersions(other, one) !== 0,
  )
  const crossed = pairs.flatMap(([one, other]) =>
    versions.filter(
      (third) =>
        compareVersions(one, other) <= 0 &&
        compareVersions(other, third) <= 0 &&
        compareVersions(one, third) > 0,
    ),
  )
  expect([odd, crossed]).toEqual([[], []])
})
