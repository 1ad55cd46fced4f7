import { readFileSync } from 'node:fs'
import vectors from '@muster/contract/core/signing.vectors.json' with { type: 'json' }
import { expect, it } from 'vitest'

const page = (name: string) =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

it('publishes the signature with the vectors that the code is tested with', () => {
  const text = page('api.md')
  expect(text).toContain(vectors.requestKeyHex)
  for (const { canonicalText, signature } of vectors.requests) {
    expect(text).toContain(canonicalText)
    expect(text).toContain(signature)
  }
})
