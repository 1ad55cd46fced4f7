import { encodeUser } from '@nats-io/jwt'
import { createAccount, createUser } from '@nats-io/nkeys'
import { expect, it } from 'vitest'
import { readUserToken } from './natsKeys.ts'

it('reads whom a token names, and leaves its signature to NATS', async () => {
  const user = createUser()
  const token = await encodeUser('NT-00001', user, createAccount(), {})
  const named = { name: 'NT-00001', userKey: user.getPublicKey() }
  expect(readUserToken(token)).toEqual(named)
  // Checking it takes tens of milliseconds, for everybody at once when NATS comes back.
  expect(readUserToken(token.slice(0, token.lastIndexOf('.') + 1))).toEqual(named)
})
