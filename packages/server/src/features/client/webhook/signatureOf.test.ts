import vectors from '@muster/contract/core/signing.vectors.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { signatureOf } from './signatureOf.ts'

it('signs a delivery as the published vector says', () => {
  const { secret, delivery } = vectors.client
  expect(signatureOf([Buffer.from(secret)], 1_767_225_601, delivery.body)).toBe(delivery.signature)
})

it('carries a mac for each secret that is good', () => {
  const [time, ...macs] = signatureOf([Buffer.from('one'), Buffer.from('two')], 1, '{}').split(',')
  expect(time).toBe('t=1')
  expect(new Set(macs).size).toBe(2)
})
