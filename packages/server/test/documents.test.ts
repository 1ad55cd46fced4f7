import { readFileSync } from 'node:fs'
import vectors from '@muster/contract/core/signing.vectors.json' with { type: 'json' }
import { provesWork } from '@muster/contract'
import { expect, it } from 'vitest'
import { codeAt, toBase32 } from '../src/features/user/secondFactor/totp.ts'

const page = (name: string) =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

it('publishes the signature with the vectors that the code is tested with', () => {
  const text = page('api.md')
  expect(text).toContain(vectors.requestKeyHex)
  for (const { canonicalText, signature } of vectors.requests) {
    expect(text).toContain(canonicalText)
    expect(text).toContain(signature)
  }
  const { clientId, secret, request, delivery } = vectors.client
  for (const part of [clientId, secret, request.canonicalText, request.signature, delivery.body])
    expect(text).toContain(part)
  expect(text).toContain(`Muster-Signature: ${delivery.signature}`)
})

it('publishes the codes of an authenticator and the work of a captcha as the code makes them', async () => {
  const text = page('api.md')
  const secret = Buffer.from('12345678901234567890')
  expect(text).toContain(`secret \`${toBase32(secret)}\``)
  for (const second of [59, 1_111_111_109, 1_234_567_890, 2_000_000_000])
    expect(text).toContain(`| ${second} | ${codeAt(secret, Math.floor(second / 30))} |`)
  expect(await provesWork({ challenge: 'muster', bits: 16 }, '7338')).toBe(true)
  expect(text).toContain('challenge `muster`, 16 bits, number `7338`')
})
