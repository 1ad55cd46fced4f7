import { randomUUID } from 'node:crypto'
import { codes } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { spendNonce } from './nonces.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('is good once among many that come together, and for each signer', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const shown = [one, one, one, other].map((signer) => ({ signer, nonce: 'the same' }))
  const ends = await Promise.allSettled(shown.map((each) => spendNonce(app.platform.pool, each)))
  expect(ends).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: codes.replayed } },
    { status: 'rejected', reason: { code: codes.replayed } },
    { status: 'fulfilled' },
  ])
})
