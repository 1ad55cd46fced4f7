import { randomBytes } from 'node:crypto'
import { codes } from '@muster/contract'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../edge/failure.ts'
import { checkPassword, hashPassword, isOutdated } from './passwords.ts'

const pepper = randomBytes(32)

describe('a stored password', () => {
  it('fits the password and the pepper it was made with, and no other', async () => {
    const stored = await hashPassword('kite harbour', pepper)
    expect(await checkPassword('kite harbour', stored, pepper)).toBe(true)
    expect(await checkPassword('kite harbor', stored, pepper)).toBe(false)
    expect(await checkPassword('kite harbour', stored, randomBytes(32))).toBe(false)
    expect(await checkPassword('kite harbour', stored)).toBe(false)
  })

  it('without a pepper still fits, and is to be made anew', async () => {
    const stored = await hashPassword('kite harbour')
    expect(await checkPassword('kite harbour', stored, pepper)).toBe(true)
    expect([isOutdated(stored), isOutdated(await hashPassword('x', pepper))]).toEqual([true, false])
  })

  it('that is none fits nothing', async () => {
    for (const stored of ['none', '', '$argon2id$v=19$m=1,t=1,p=1$$'])
      expect(await checkPassword('', stored, pepper)).toBe(false)
  })
})

it('refuses what waits beyond a dozen, with 429', async () => {
  const work = Array.from({ length: 30 }, () => hashPassword('kite harbour'))
  const failures = (await Promise.allSettled(work)).flatMap((one) =>
    one.status === 'rejected' ? [refusalOf(one.reason, pino({ level: 'silent' })).code] : [],
  )
  expect(failures).toEqual(Array.from({ length: 18 }, () => codes.tooManyRequests))
})
