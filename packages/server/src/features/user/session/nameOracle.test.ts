import { codes, policyPresets, recovery, users } from '@muster/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addPerson,
  aPassword,
  callPublic,
  mailedCode,
  type Person,
  solvedCaptcha,
  tryLogin,
} from '../../../../test/publicCalls.ts'
import { sentMails } from '../../../../test/sentMails.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { tellOfLocks } from '../guessing/lockMail.worker.ts'

let later = 0
let app: TestApp
let admin: TestUser
let strict: string
/** Of the platform, which locks after ten, and of an organisation that locks after three. */
let ordinary: Person
let guarded: Person

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + later) })
  admin = await signedIn(app, { isSuperAdmin: true })
  const { id } = await addOrganization(app.platform, {
    name: 'Strict',
    code: 'strict',
    parentId: app.rootId,
  })
  strict = id
  const policy = JSON.stringify({ ...policyPresets.default, maxFail: 3, lockMinutes: 60 })
  await app.platform.db
    .insertInto('customize')
    .values({ orgId: strict, name: 'Strict', policy })
    .execute()
})
beforeEach(async () => {
  later = 0
  ordinary = await addPerson(app)
  guarded = await addPerson(app)
  await app.platform.db
    .updateTable('appUser')
    .set({ orgId: strict })
    .where('id', '=', guarded.id)
    .execute()
})
afterAll(() => app.close())

let networks = 0
const freshIp = () => `10.8.${(networks += 1)}.1`
const minutesOn = (minutes: number) => {
  later = minutes * 60_000
}

/** A try as a guesser makes it who proves whatever he is asked for. */
async function attempt(userName: string, password = 'wrong', cookie = '') {
  const from = { ip: freshIp(), ...(cookie ? { cookie } : {}) }
  const login = { userName, password, ...(await solvedCaptcha(app, from)) }
  return tryLogin(app, login, from)
}

/** What the outside sees of one name over a patient day: codes, sentences, data. */
async function heard(userName: string): Promise<unknown[]> {
  const answers: unknown[] = []
  const note = ({ status, code, msg, data }: Awaited<ReturnType<typeof attempt>>) =>
    answers.push({ status, code, msg, data })
  for (const minutes of [0, 31, 61, 62, 93]) {
    minutesOn(minutes)
    // Without a captcha first: whether one is asked for must not tell either.
    note(await tryLogin(app, { userName, password: 'wrong' }, { ip: freshIp() }))
    for (let guess = 0; guess < 6; guess++) note(await attempt(userName))
  }
  minutesOn(0)
  return answers
}

describe('a name', () => {
  it('sounds the same whether nobody has it, or somebody whose organisation locks sooner', async () => {
    const nobody = await heard('nobody-has-this')
    expect(await heard(ordinary.userName)).toEqual(nobody)
    expect(await heard(guarded.userName)).toEqual(nobody)
    const told = nobody.map((answer) => (answer as { code: number }).code)
    for (const code of [codes.badCredentials, codes.captchaRequired, codes.accountLocked])
      expect(told).toContain(code)
  })

  it('sounds the same to who tries its unlocking by mail', async () => {
    const ask = async (userName: string) => {
      const query = { userName, verificationType: 3 as const }
      const { status, code, msg } = await callPublic(
        app,
        recovery.code,
        { query },
        { ip: freshIp() },
      )
      return { status, code, msg }
    }
    for (let failure = 0; failure < 4; failure++) await attempt(guarded.userName)
    expect(await ask(guarded.userName)).toEqual(await ask('nobody-has-that'))
  })
})

describe('an account whose organisation locks sooner', () => {
  const lock = async () => {
    for (let failure = 0; failure < 3; failure++) await attempt(guarded.userName)
  }
  const right = async (cookie = '') => (await attempt(guarded.userName, aPassword, cookie)).code
  const params = () => ({ id: guarded.id })

  it('is locked all the same: the right password opens nothing, and is not told to be right', async () => {
    await lock()
    const [good, bad] = [
      await attempt(guarded.userName, aPassword),
      await attempt(guarded.userName),
    ]
    expect(good).toMatchObject({ code: codes.badCredentials })
    expect({ ...good, cookie: '' }).toEqual({ ...bad, cookie: '' })
    minutesOn(59)
    expect(await right()).toBe(codes.badCredentials)
    minutesOn(61)
    expect(await right()).toBe(codes.success)
  })

  it('shows as locked to its administrators, and in the log of sign-ins', async () => {
    await lock()
    await attempt(guarded.userName, aPassword)
    expect((await admin.get(users.detail, { params: params() })).state).toBe('LOCKED')
    const logged = await app.platform.db
      .selectFrom('signInLog')
      .select('result')
      .where('userId', '=', guarded.id)
      .orderBy('id')
      .execute()
    expect(logged.map(({ result }) => result)).toEqual([
      ...Array.from({ length: 3 }, () => 'WRONG_PASSWORD'),
      'LOCKED',
    ])
  })

  it('lets its owner in who lifts the lock by a mailed code', async () => {
    await lock()
    const query = { userName: guarded.userName, verificationType: 3 as const }
    const from = { ip: freshIp() }
    const { codeId } = (await callPublic(app, recovery.code, { query }, from)).data
    const code = await mailedCode(app, guarded.email)
    const body = { userName: guarded.userName, codeId, code }
    expect((await callPublic(app, recovery.unlock, { body }, from)).code).toBe(codes.success)
    expect(await right()).toBe(codes.success)
  })

  it('lets its owner in when an administrator lifts the lock, whose name it was that locked', async () => {
    for (let failure = 0; failure < 10; failure++) await attempt(guarded.userName)
    expect(await right()).toBe(codes.accountLocked)
    expect(await admin.get(users.unlock, { params: params() })).toEqual({ count: 1 })
    expect(await right()).toBe(codes.success)
  })

  it('lets its owner in from a browser that is known, and tells him there of a lock', async () => {
    const { cookie = '' } = await attempt(guarded.userName, aPassword)
    await lock()
    expect(await right(cookie)).toBe(codes.success)
    for (let failure = 0; failure < 3; failure++) await attempt(guarded.userName, 'wrong', cookie)
    expect(await right(cookie)).toBe(codes.accountLocked)
  })

  it('is told of to its owner by mail, once a day however often it locks', async () => {
    const told = async () =>
      (await sentMails(app, guarded.email)).filter(({ template }) => template === 'ACCOUNT_LOCKED')
    await tellOfLocks(app.platform)
    expect(await told()).toEqual([])
    await lock()
    await tellOfLocks(app.platform)
    await tellOfLocks(app.platform)
    expect(await told()).toHaveLength(1)
    minutesOn(61)
    await lock()
    await tellOfLocks(app.platform)
    expect(await told()).toHaveLength(1)
    minutesOn(1500)
    await lock()
    await tellOfLocks(app.platform)
    expect(await told()).toHaveLength(2)
  })

  it('is counted one by one, however many come side by side', async () => {
    const tries = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const from = { ip: freshIp() }
        const proof = await solvedCaptcha(app, from)
        return () =>
          tryLogin(app, { userName: guarded.userName, password: 'wrong', ...proof }, from)
      }),
    )
    await Promise.all(tries.map((go) => go()))
    expect(await right()).toBe(codes.badCredentials)
    const { failures } = await app.platform.db
      .selectFrom('signInGuess')
      .select('failures')
      .where('account', '=', guarded.userName)
      .executeTakeFirstOrThrow()
    expect(failures).toBe(7)
  })
})

it('forgets the failures of a name when its owner comes in', async () => {
  for (let round = 0; round < 3; round++) {
    for (let failure = 0; failure < 9; failure++) await attempt(ordinary.userName)
    expect((await attempt(ordinary.userName, aPassword)).code).toBe(codes.success)
  }
})
