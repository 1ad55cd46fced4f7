import { expect, it } from 'vitest'
import { plainFingerprint, problemOf, tlsPlaceOf } from './accessPoint.rules.ts'

const point = { kind: 'MQTT' as const, url: 'mqtts://tms.test', caFingerprint: null }

it.each([
  ['nothing', {}, null],
  ['no address', { url: 'tms.test' }, 'url'],
  ['a protocol of another kind', { url: 'https://tms.test' }, 'url'],
  ['an address with a password', { url: 'mqtts://a:b@tms.test' }, 'url'],
  ['half a fingerprint', { caFingerprint: 'AB:CD' }, 'caFingerprint'],
  ['a fingerprint as people write it', { caFingerprint: 'ab:'.repeat(31) + 'ab' }, null],
])('finds %s wrong', (_, more, field) => {
  expect(problemOf({ ...point, ...more })?.[0] ?? null).toBe(field)
})

it('knows where a certificate is to be seen', () => {
  expect(tlsPlaceOf('mqtts://tms.test')).toEqual({ host: 'tms.test', port: 8883 })
  expect(tlsPlaceOf('https://[::1]:8443/x')).toEqual({ host: '::1', port: 8443 })
  expect(tlsPlaceOf('mqtt://tms.test')).toBeNull()
})

it('compares fingerprints without their marks', () => {
  expect(plainFingerprint('ab:cd ef')).toBe('ABCDEF')
})
