import { encodeUser } from '@nats-io/jwt'
import { createAccount, createUser } from '@nats-io/nkeys'
import { expect, it } from 'vitest'
import { readUserToken } from './natsKeys.ts'

it('reads whom a token names, a thousand of them in a moment', async () => {
  const user = createUser()
  const token = await encodeUser('NT-00001', user, createAccount(), {})
  const named = { name: 'NT-00001', userKey: user.getPublicKey() }
  const begun = performance.now()
  const read = Array.from({ length: 1_000 }, () => readUserToken(token))
  // Checking each signature would take ten seconds.
  expect(performance.now() - begun).toBeLessThan(2_000)
  expect(new Set(read.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(named)]))
}, 60_000)
