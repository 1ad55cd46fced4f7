import { expect, it } from 'vitest'
import { sourceOf } from './source.rules.ts'

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2ff::9', '2001:db8:1:200::/56'],
  ['2001:db8:1:2aa:1:2:3:4', '2001:db8:1:200::/56'],
  ['2001:DB8::1', '2001:db8:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
])('counts %s with %s', (ip, source) => {
  expect(sourceOf(ip)).toBe(source)
})
