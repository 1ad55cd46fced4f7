import {
  areas,
  codes,
  passkeys,
  passwordPolicy,
  secondFactor,
  session,
  stepUp,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAuthenticator } from '../../../../test/authenticator.ts'
import {
  addPerson,
  aPassword,
  type Person,
  setSetting,
  signInAs,
  tryLogin,
} from '../../../../test/publicCalls.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { codeAt } from '../secondFactor/totp.ts'

let app: TestApp
let person: Person
let user: TestUser
const clock = { now: () => new Date() }
const login = () => ({ userName: person.userName, password: aPassword })
const minutesOn = (minutes: number): void => {
  clock.now = () => new Date(Date.now() + minutes * 60_000)
}
/** Something dangerous. */
const clear = (by = user) => by.call(areas.clear, {})
const prove = (body: Parameters<typeof user.call<typeof stepUp.prove>>[1]['body'], by = user) =>
  by.call(stepUp.prove, { body })

beforeAll(async () => {
  app = await startTestApp(clock)
})
beforeEach(async () => {
  clock.now = () => new Date()
  person = await addPerson(app, { isSuperAdmin: true })
  user = await signInAs(app, login())
})
afterAll(() => app.close())

describe('a dangerous act', () => {
  it('is free for ten minutes after the sign-in, and after each proof', async () => {
    minutesOn(9)
    expect((await clear()).code).toBe(codes.success)
    minutesOn(11)
    expect(await clear()).toMatchObject({
      status: 403,
      code: codes.proofRequired,
      msg: 'Please prove once more that it is you',
    })
    expect((await prove({ password: aPassword })).code).toBe(codes.success)
    expect((await clear()).code).toBe(codes.success)
    minutesOn(22)
    expect((await clear()).code).toBe(codes.proofRequired)
  })

  it('is asked about every time where the parameter says so, also by two at once', async () => {
    await setMinutes(0)
    minutesOn(2)
    expect((await clear()).code).toBe(codes.proofRequired)
    await prove({ password: aPassword })
    const both = await Promise.all([clear(), clear()])
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.proofRequired,
    ])
    await setMinutes(10)
  })

  it('is proved by one session for itself alone', async () => {
    const other = await signInAs(app, login())
    minutesOn(11)
    await prove({ password: aPassword })
    expect((await clear()).code).toBe(codes.success)
    expect((await clear(other)).code).toBe(codes.proofRequired)
  })

  it('is refused for what is wrong with it before anybody is asked for a proof', async () => {
    minutesOn(11)
    expect((await user.call(areas.destroyMany, { body: { ids: ['x'] } })).code).toBe(
      codes.badRequest,
    )
  })
})

describe('the proof', () => {
  it('is the password where there is nothing else', async () => {
    expect(await user.get(stepUp.ways, {})).toMatchObject({ ways: ['password'], known: [] })
    minutesOn(11)
    expect(await prove({ password: 'a guess' })).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'password', message: 'The password is wrong' }] },
    })
    expect(await prove({})).toMatchObject({ code: codes.badRequest })
    expect((await clear()).code).toBe(codes.proofRequired)
  })

  it('is the code where there is an authenticator: the password is not enough', async () => {
    const { secret } = await user.get(secondFactor.start, {})
    const shown = () => codeAt(fromBase32(secret), Math.floor(clock.now().getTime() / 30_000))
    const { recoveryCodes } = await user.get(secondFactor.bind, { body: { code: shown() } })
    expect((await user.get(stepUp.ways, {})).ways).toEqual(['totp'])
    minutesOn(11)
    expect((await prove({ password: aPassword })).code).toBe(codes.totpRequired)
    expect((await prove({ totp: '000000' })).code).toBe(codes.totpWrong)
    await app.platform.db.updateTable('session').set({ factorGiven: false }).execute()
    expect((await clear()).code).toBe(codes.proofRequired)
    expect((await prove({ totp: shown() })).code).toBe(codes.success)
    const given = app.platform.db.selectFrom('session').select('id').where('factorGiven', '=', true)
    expect(await given.execute()).toHaveLength(1)
    expect((await clear()).code).toBe(codes.success)
    expect((await prove({ totp: shown() })).code).toBe(codes.totpWrong)
    expect((await prove({ totp: recoveryCodes[0] })).code).toBe(codes.success)
  })

  it('is a passkey of the owner, made for this session and this moment', async () => {
    const mine = anAuthenticator()
    await addPasskey(user, mine)
    const { ways, known, challenge } = await user.get(stepUp.ways, {})
    expect({ ways, known: known.length }).toEqual({ ways: ['password', 'passkey'], known: 1 })
    minutesOn(11)
    expect((await prove({ credential: mine.show(challenge) })).code).toBe(codes.badRequest)
    const fresh = (await user.get(stepUp.ways, {})).challenge
    const elsewhere = await signInAs(app, login())
    expect((await prove({ credential: mine.show(fresh) }, elsewhere)).code).toBe(codes.badRequest)
    const shown = mine.show(fresh)
    expect((await prove({ credential: shown })).code).toBe(codes.success)
    expect((await clear()).code).toBe(codes.success)
    expect((await prove({ credential: shown })).code).toBe(codes.badRequest)
  })

  it('is no passkey of somebody else', async () => {
    const theirs = anAuthenticator()
    const other = await addPerson(app)
    await addPasskey(await signInAs(app, { ...login(), userName: other.userName }), theirs)
    const { challenge } = await user.get(stepUp.ways, {})
    expect((await prove({ credential: theirs.show(challenge) })).code).toBe(codes.badRequest)
  })
})

describe('wrong proofs', () => {
  it('end the session after five, and stand among the sign-ins', async () => {
    const told = []
    for (let guess = 0; guess < 6; guess++) told.push((await prove({ password: 'a guess' })).code)
    expect(told).toEqual([...Array.from({ length: 5 }, () => codes.badRequest), codes.signInAgain])
    const log = await app.platform.db
      .selectFrom('signInLog')
      .select('result')
      .where('userId', '=', person.id)
      .where('result', '=', 'WRONG_PASSWORD')
      .execute()
    expect(log).toHaveLength(5)
  })

  it('lock the account like those at the door', async () => {
    await setSetting(app, passwordPolicy, { maxFail: 3 })
    for (let guess = 0; guess < 2; guess++) await prove({ password: 'a guess' })
    expect((await prove({ password: 'a guess' })).code).toBe(codes.accountLocked)
    expect((await prove({ password: aPassword })).code).toBe(codes.accountLocked)
    expect((await tryLogin(app, login(), { ip: '10.8.1.1' })).code).toBe(codes.accountLocked)
    await setSetting(app, passwordPolicy, {})
  })

  it('are forgotten with a right one', async () => {
    for (let round = 0; round < 2; round++) {
      for (let guess = 0; guess < 4; guess++) await prove({ password: 'a guess' })
      expect((await prove({ password: aPassword })).code).toBe(codes.success)
    }
    expect((await user.call(session.info, {})).code).toBe(codes.success)
  })
})

async function addPasskey(by: TestUser, authenticator: ReturnType<typeof anAuthenticator>) {
  const { challenge } = await by.get(passkeys.start, {})
  const credential = authenticator.make(challenge)
  await by.get(passkeys.add, { body: { name: 'Key', credential } })
}

const setMinutes = (minutes: number) =>
  sql`insert into parameter (key, group_code, value_type, default_value, value)
    values ('session.proof.minutes', 'access', 'int', '10', ${String(minutes)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (one) => alphabet.indexOf(one).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
