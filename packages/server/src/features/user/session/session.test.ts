import { codes, notices, passwordPolicy, session, siteSetting } from '@muster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addPerson,
  aPassword,
  callPublic,
  type Person,
  setSetting,
  signInAs,
  solvedCaptcha,
  tryLogin,
} from '../../../../test/publicCalls.ts'
import { sentMails } from '../../../../test/sentMails.ts'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { seed } from '../../seed.ts'
import { storePassword } from '../password/index.ts'

const chosen = 'a password of my own'
const clock = { now: () => new Date() }
let app: TestApp
let oneTime: string
let person: Person

beforeAll(async () => {
  app = await startTestApp(clock)
  oneTime = (await seed(app.platform.db, null)) ?? ''
})
beforeEach(async () => {
  person = await addPerson(app)
})
afterEach(() => {
  clock.now = () => new Date()
})
afterAll(() => app.close())

const minutesOn = (minutes: number) => {
  const later = Date.now() + minutes * 60_000
  clock.now = () => new Date(later + (Date.now() % 1000))
}

let addresses = 0
/** An address of a network that nobody has failed from. */
const freshIp = () => `10.7.${(addresses += 1)}.1`

const fail = (userName: string, ip = freshIp()) =>
  tryLogin(app, { userName, password: 'wrong' }, { ip })

/** A try that also shows the captcha that many failures ask for. */
async function failAgain(userName: string, password = 'wrong', from: { cookie?: string } = {}) {
  const place = { ip: freshIp(), ...from }
  return tryLogin(app, { userName, password, ...(await solvedCaptcha(app, place)) }, place)
}

async function lock(userName: string): Promise<void> {
  for (let failure = 0; failure < 10; failure++) await failAgain(userName)
}

describe('signing in', () => {
  it('forces a new password and refuses everything else until then', async () => {
    const admin = await signInAs(app, { userName: 'admin', password: oneTime })
    expect((await admin.call(session.ticket, { body: { path: '/x' } })).code).toBe(
      codes.passwordChangeRequired,
    )
    expect((await admin.get(session.info, {})).userName).toBe('admin')
    await admin.get(session.changePassword, { body: { oldPassword: oneTime, newPassword: chosen } })
    expect((await admin.call(session.ticket, { body: { path: '/x' } })).code).toBe(codes.success)
    expect((await tryLogin(app, { userName: 'admin', password: oneTime })).code).toBe(
      codes.badCredentials,
    )
  })

  it('tells an unknown user and a wrong password alike, from the first failure to the lock', async () => {
    const told = async (userName: string) => {
      const answers = [await fail(userName), await fail(userName), await fail(userName)]
      const asked = await fail(userName)
      for (let failure = 3; failure < 9; failure++) answers.push(await failAgain(userName))
      const atLock = await failAgain(userName)
      return [...answers, asked, atLock, await fail(userName)].map(
        ({ status, code, msg, data }) => ({
          status,
          code,
          msg,
          data,
        }),
      )
    }
    const known = await told(person.userName.toUpperCase())
    expect(await told('nobody-of-this-name')).toEqual(known)
    expect(known.map(({ code }) => code)).toEqual([
      ...Array.from({ length: 9 }, () => codes.badCredentials),
      codes.captchaRequired,
      codes.accountLocked,
      codes.accountLocked,
    ])
  })

  it('is in the action log by who it was, once that is proved', async () => {
    await fail(person.userName)
    await tryLogin(app, { userName: person.userName, password: aPassword })
    const { rows } = await app.platform.pool.query(
      `select user_id as "userId", user_name as "userName", org_id as "orgId", code from action_log
        where path = $1 and request ->> 'userName' = $2 order by at`,
      [session.login.path, person.userName],
    )
    const { userName, orgId } = await app.platform.db
      .selectFrom('appUser')
      .select(['userName', 'orgId'])
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(rows).toEqual([
      { userId: null, userName: '', orgId: null, code: codes.badCredentials },
      { userId: person.id, userName, orgId, code: codes.success },
    ])
  })

  it('refuses a session without a key', async () => {
    const body = { userName: person.userName, password: aPassword }
    expect((await callPublic(app, session.login, { body })).code).toBe(codes.badRequest)
  })

  it('says that an account is disabled only to who has its password', async () => {
    const { db } = app.platform
    await db.updateTable('appUser').set({ status: 0 }).where('id', '=', person.id).execute()
    const login = { userName: person.userName, password: aPassword }
    expect((await tryLogin(app, login, { ip: freshIp() })).code).toBe(codes.accountDisabled)
    expect((await fail(person.userName)).code).toBe(codes.badCredentials)
  })

  it.each([
    ['after its last day', { validTo: '2020-01-01T00:00:00Z' }],
    ['before its first day', { validFrom: '2099-01-01T00:00:00Z' }],
  ])('says that an account is not valid %s only to who has its password', async (_, days) => {
    await app.platform.db.updateTable('appUser').set(days).where('id', '=', person.id).execute()
    const login = { userName: person.userName, password: aPassword }
    expect((await tryLogin(app, login, { ip: freshIp() })).code).toBe(codes.accountExpired)
    expect((await fail(person.userName)).code).toBe(codes.badCredentials)
  })

  it.each([
    [true, 1],
    [false, 0],
  ])(
    'with a password of somebody else (to be changed: %s) says firstLogin %d',
    async (must, said) => {
      await setSetting(app, passwordPolicy, { forceFirstChange: must })
      const { platform } = app
      const ctx = { db: platform.db, platform, now: platform.now }
      await storePassword(ctx, person, { password: 'a given password', mustChange: true })
      const login = { userName: person.userName, password: 'a given password' }
      expect((await tryLogin(app, login, { ip: freshIp() })).data.firstLogin).toBe(said)
      await setSetting(app, passwordPolicy, {})
    },
  )

  it('is refused from outside the networks of the policy', async () => {
    await setSetting(app, passwordPolicy, { ipAllowList: ['192.0.2.0/24', '2001:db8::/32'] })
    const login = { userName: person.userName, password: aPassword }
    expect((await tryLogin(app, login, { ip: '198.51.100.1' })).code).toBe(codes.addressNotAllowed)
    expect((await tryLogin(app, login, { ip: '192.0.2.9' })).code).toBe(codes.success)
    expect((await tryLogin(app, login, { ip: '2001:db8::5' })).code).toBe(codes.success)
    await setSetting(app, passwordPolicy, {})
  })

  it('ends the oldest session when there is one too many', async () => {
    await setSetting(app, passwordPolicy, { maxSessions: 2 })
    const login = { userName: person.userName, password: aPassword }
    const opened = [await signInAs(app, login), await signInAs(app, login)]
    opened.push(await signInAs(app, login))
    const alive = await Promise.all(
      opened.map(async (one) => (await one.call(session.info, {})).code),
    )
    expect(alive).toEqual([codes.signInAgain, codes.success, codes.success])
    await setSetting(app, passwordPolicy, {})
  })

  it('hashes the password anew with the pepper of the installation', async () => {
    const read = () =>
      app.platform.db
        .selectFrom('appUser')
        .select('passwordHash')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
    expect((await read()).passwordHash).not.toContain('keyid=1')
    const login = { userName: person.userName, password: aPassword }
    expect((await tryLogin(app, login)).code).toBe(codes.success)
    expect((await read()).passwordHash).toContain('keyid=1')
    expect((await tryLogin(app, login)).code).toBe(codes.success)
  })
})

describe('what a sign-in answers', () => {
  it('says that the mail address must be set, while the site wants one', async () => {
    const stranger = await addPerson(app, { email: null })
    const login = { userName: stranger.userName, password: aPassword }
    expect((await tryLogin(app, login)).data.initEmail).toBe(1)
    expect((await tryLogin(app, { ...login, userName: person.userName })).data.initEmail).toBe(0)
    await setSetting(app, siteSetting, { validationEmail: false })
    expect((await tryLogin(app, login)).data.initEmail).toBe(0)
    await setSetting(app, siteSetting, {})
  })

  it('asks for a proof of an address that was set for him only where a code can be mailed', async () => {
    const { pool } = app.platform
    await pool.query('update app_user set email_verified_at = null where user_name = $1', [
      person.userName,
    ])
    const asks = async () => {
      const { data } = await tryLogin(app, { userName: person.userName, password: aPassword })
      return data.initEmail
    }
    expect(await asks()).toBe(0)
    await pool.query(`insert into mail_server (name, host, port, security, sender_address)
      values ('soon', '192.0.2.1', 25, 'none', 'muster@example.com')`)
    expect(await asks()).toBe(1)
    await pool.query('delete from mail_server')
  })

  it('says that the password is too old, by the days of the policy', async () => {
    const login = { userName: person.userName, password: aPassword }
    await setSetting(app, passwordPolicy, { expireDays: 90 })
    expect((await tryLogin(app, login)).data.pwdCheck).toBe(0)
    minutesOn(91 * 1440)
    expect((await tryLogin(app, login)).data.pwdCheck).toBe(1)
    await setSetting(app, passwordPolicy, {})
    expect((await tryLogin(app, login)).data.pwdCheck).toBe(0)
  })
})

describe('a device', () => {
  it('that the user was not seen with before is told to him by mail, once', async () => {
    const login = { userName: person.userName, password: aPassword }
    const { cookie = '' } = await tryLogin(app, login)
    await tryLogin(app, login, { cookie })
    expect(await sentMails(app, person.email)).toEqual([])
    await tryLogin(app, login)
    expect((await sentMails(app, person.email)).map(({ template }) => template)).toEqual([
      'NEW_SIGN_IN',
    ])
  })

  it('that is new is told in the notices, from the second sign-in on', async () => {
    const login = { userName: person.userName, password: aPassword }
    await tryLogin(app, login)
    const mine = await signInAs(app, login)
    const { list } = await mine.get(notices.page, { query: {} })
    expect(list).toMatchObject([{ severity: 'WARNING', link: '/ucenter', isRead: false }])
    expect(list[0]?.notice).toContain('a new device at the address')
  })

  it('that is known lets the owner in while strangers keep the account locked', async () => {
    const login = { userName: person.userName, password: aPassword }
    const { cookie = '' } = await tryLogin(app, login)
    await lock(person.userName)
    expect((await tryLogin(app, login, { ip: freshIp() })).code).toBe(codes.accountLocked)
    expect((await tryLogin(app, login, { ip: freshIp(), cookie })).code).toBe(codes.success)
  })

  it('that is known has its own limit', async () => {
    const login = { userName: person.userName, password: aPassword }
    const { cookie = '' } = await tryLogin(app, login)
    for (let failure = 0; failure < 10; failure++)
      await failAgain(person.userName, 'wrong', { cookie })
    expect((await tryLogin(app, login, { ip: freshIp(), cookie })).code).toBe(codes.accountLocked)
    expect((await tryLogin(app, login, { ip: freshIp() })).code).toBe(codes.success)
  })

  it('of another user, or made up, is not known', async () => {
    const other = await addPerson(app)
    const { cookie = '' } = await tryLogin(app, { userName: other.userName, password: aPassword })
    await lock(person.userName)
    const login = { userName: person.userName, password: aPassword }
    for (const shown of [cookie, `muster_device=${'A'.repeat(43)}`])
      expect((await tryLogin(app, login, { ip: freshIp(), cookie: shown })).code).toBe(
        codes.accountLocked,
      )
  })
})

describe('a new password', () => {
  it.each([
    ['the old one', aPassword],
    ['too short', 'short'],
    ['one with the name', (name: string) => `${name} is my name, hello`],
    ['a common one', 'Password-2026-Summer'],
    ['one of the site', 'terminal.management.2026'],
  ])('is refused when it is %s', async (_, wish) => {
    const mine = await signInAs(app, { userName: person.userName, password: aPassword })
    const newPassword = typeof wish === 'string' ? wish : wish(person.userName)
    const body = { oldPassword: aPassword, newPassword }
    expect(await mine.call(session.changePassword, { body })).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'newPassword' }] },
    })
  })

  it('is refused while the history of the policy holds it', async () => {
    await setSetting(app, passwordPolicy, { history: 2 })
    const words = [aPassword, 'first lantern pond', 'second lantern pond', 'third lantern pond']
    const mine = await signInAs(app, { userName: person.userName, password: aPassword })
    const change = async (oldPassword: string, newPassword: string) =>
      (await mine.call(session.changePassword, { body: { oldPassword, newPassword } })).code
    const [a = '', b = '', c = '', d = ''] = words
    expect([await change(a, b), await change(b, c)]).toEqual([codes.success, codes.success])
    expect([await change(c, b), await change(c, a)]).toEqual([codes.badRequest, codes.badRequest])
    expect([await change(c, d), await change(d, a)]).toEqual([codes.success, codes.success])
    await setSetting(app, passwordPolicy, {})
  })
})

describe('ending a session', () => {
  it('ends it at once with the sign-out', async () => {
    const mine = await signInAs(app, { userName: person.userName, password: aPassword })
    await mine.get(session.logout, {})
    expect((await mine.call(session.info, {})).code).toBe(codes.signInAgain)
  })

  it('ends all others when the password changes', async () => {
    const login = { userName: person.userName, password: aPassword }
    const [other, mine] = [await signInAs(app, login), await signInAs(app, login)]
    const body = { oldPassword: aPassword, newPassword: `${aPassword}!` }
    await mine.get(session.changePassword, { body })
    expect((await other.call(session.info, {})).code).toBe(codes.signInAgain)
    expect((await mine.call(session.info, {})).code).toBe(codes.success)
    const { list } = await mine.get(notices.page, { query: {} })
    expect(list[0]?.notice).toContain('Your password was changed from the address')
  })

  it('ends it when its holder gives the wrong password again and again', async () => {
    const mine = await signInAs(app, { userName: person.userName, password: aPassword })
    const body = { oldPassword: 'a guess', newPassword: 'lantern on the pond' }
    const told = []
    for (let guess = 0; guess < 6; guess++)
      told.push((await mine.call(session.changePassword, { body })).code)
    expect(told).toEqual([...Array.from({ length: 5 }, () => codes.badRequest), codes.signInAgain])
  })
})

describe('guessing', () => {
  it('locks the account after too many failures, also for the right password, for a while', async () => {
    await lock(person.userName)
    const login = { userName: person.userName, password: aPassword }
    expect(await tryLogin(app, login, { ip: freshIp() })).toMatchObject({
      code: codes.accountLocked,
      data: { minutes: 30 },
    })
    minutesOn(31)
    expect((await tryLogin(app, login, { ip: freshIp() })).code).toBe(codes.success)
  })

  it('locks after the failures and for the minutes of the policy', async () => {
    await setSetting(app, passwordPolicy, { maxFail: 3, lockMinutes: 0 })
    for (let failure = 0; failure < 3; failure++) await fail(person.userName)
    minutesOn(60 * 24 * 365)
    const login = { userName: person.userName, password: aPassword }
    expect((await tryLogin(app, login, { ip: freshIp() })).code).toBe(codes.accountLocked)
    await setSetting(app, passwordPolicy, {})
  })

  it('is counted one by one, however many come side by side', async () => {
    const place = { ip: freshIp() }
    const tries = await Promise.all(
      Array.from({ length: 6 }, async () => ({
        userName: person.userName,
        password: 'wrong',
        ...(await solvedCaptcha(app, place)),
      })),
    )
    await Promise.all(tries.map((login) => tryLogin(app, login, place)))
    const { failedAttempts } = await app.platform.db
      .selectFrom('appUser')
      .select('failedAttempts')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(failedAttempts).toBe(6)
  })

  it('is refused to a network that failed a hundred times within a day, and to no other', async () => {
    const failure = { userName: 'x', ip: '10.9.9.9', source: '10.9.9.0/24', result: 'UNKNOWN_USER' }
    await app.platform.db
      .insertInto('signInLog')
      .values(Array.from({ length: 100 }, () => failure))
      .execute()
    const login = { userName: person.userName, password: aPassword }
    const { cookie = '' } = await tryLogin(app, login)
    expect(await tryLogin(app, login, { ip: '10.9.9.77' })).toMatchObject({
      status: 429,
      code: codes.tooManyRequests,
    })
    expect((await tryLogin(app, login, { ip: '10.9.9.77', cookie })).code).toBe(codes.success)
    expect((await tryLogin(app, login)).code).toBe(codes.success)
  })
})
