import { randomBytes } from 'node:crypto'
import { decode, encodeUser } from '@nats-io/jwt'
import { createAccount, createUser, fromPublic } from '@nats-io/nkeys'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/testDatabase.ts'
import { openPool } from './db.ts'
import { makeNatsKeys, newUserKey, readUserToken } from './natsKeys.ts'
import { secretsOf } from './secrets.ts'

it('reads whom a token names, and leaves its signature to NATS', async () => {
  const user = createUser()
  const token = await encodeUser('NT-00001', user, createAccount(), {})
  const named = { name: 'NT-00001', userKey: user.getPublicKey() }
  expect(readUserToken(token)).toEqual(named)
  // Checking it takes tens of milliseconds, for everybody at once when NATS comes back.
  expect(readUserToken(token.slice(0, token.lastIndexOf('.') + 1))).toEqual(named)
})

it('signs a password for a key of its own, as NATS checks it', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const pool = openPool(url, 2)
  const keys = await makeNatsKeys({ pool, secrets: secretsOf(randomBytes(32)) })
  await pool.end()
  const userKey = newUserKey()
  expect(newUserKey()).not.toBe(userKey)
  expect(fromPublic(userKey).getPublicKey()).toBe(userKey)
  const exp = Math.floor(Date.now() / 1000) + 60
  const rights = { sn: 'NT-00001', userKey, exp, publish: ['a'], subscribe: ['b'] }
  const token = await keys.terminalUser({ ...rights, maxPayloadBytes: 100 })
  const { iss, sub } = decode(token)
  expect(sub).toBe(userKey)
  const [head, claims, signature = ''] = token.split('.')
  const signed = Buffer.from(`${head}.${claims}`)
  const isSigned = (by: string) =>
    fromPublic(by).verify(signed, Buffer.from(signature, 'base64url'))
  expect(isSigned(iss)).toBe(true)
  expect(isSigned(userKey)).toBe(false)
})
