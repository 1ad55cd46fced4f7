import {
  callback,
  codes,
  recovery,
  session,
  siteSetting,
  verificationTypes,
} from '@muster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addPerson,
  aPassword,
  callPublic,
  type From,
  mailedCode,
  type Person,
  setSetting,
  signInAs,
  solvedCaptcha,
  tryLogin,
} from '../../../../test/publicCalls.ts'
import { sentMails } from '../../../../test/sentMails.ts'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { makeMailLink } from './index.ts'

const clock = { now: () => new Date() }
const { signIn, forgotten, unlock } = verificationTypes
const newPassword = 'lantern on the pond'
let app: TestApp
let person: Person

beforeAll(async () => {
  app = await startTestApp(clock)
})
beforeEach(async () => {
  person = await addPerson(app)
})
afterEach(async () => {
  clock.now = () => new Date()
  await setSetting(app, siteSetting, {})
})
afterAll(() => app.close())

const later = (seconds: number) => {
  const moment = clock.now().getTime() + seconds * 1000
  clock.now = () => new Date(moment)
}

let addresses = 0
const freshIp = () => `10.8.${(addresses += 1)}.1`

const askCode = (userName: string, verificationType: number, from: From = { ip: freshIp() }) =>
  callPublic(app, recovery.code, { query: { userName, verificationType } }, from)

/** A code of a person, as he finds it in his mail. */
async function codeOf(type: number, { userName, email }: Person = person) {
  const { data } = await askCode(userName, type)
  return { userName, codeId: data.codeId, code: await mailedCode(app, email) }
}

const reset = async (body: { userName: string; codeId: string; code: string }) =>
  callPublic(app, recovery.forgotten, { body: { ...body, newPassword } }, { ip: freshIp() })

describe('asking for a code', () => {
  it('answers the same for a name that nobody has, and mails nothing', async () => {
    const known = await askCode(person.userName, signIn)
    const unknown = await askCode('nobody-of-this-name', signIn)
    expect({ ...unknown, data: { ...unknown.data, codeId: '' } }).toEqual({
      ...known,
      data: { ...known.data, codeId: '' },
    })
    expect(known.data).toMatchObject({ minutes: 10, seconds: 60 })
    expect(await mailedCode(app, person.email)).toMatch(/^\d{6}$/)
  })

  it.each(['a known name', 'an unknown name'])(
    'again within a minute is refused for %s',
    async (kind) => {
      const name = kind === 'a known name' ? person.userName : `ghost-${person.userName}`
      await askCode(name, signIn)
      later(40)
      const again = await askCode(name.toUpperCase(), signIn)
      expect(again).toMatchObject({ code: codes.tooManyRequests, data: { seconds: 20 } })
      later(21)
      expect((await askCode(name, signIn)).code).toBe(codes.success)
    },
  )

  it('twice side by side sends one', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => askCode(person.userName, signIn)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.tooManyRequests,
      codes.tooManyRequests,
    ])
    expect(await sentMails(app, person.email)).toHaveLength(1)
  })

  it('is refused after ten codes of an account within a day', async () => {
    for (let sent = 0; sent < 10; sent++) {
      expect((await askCode(person.userName, sent % 2 ? signIn : unlock)).code).toBe(codes.success)
      later(61)
    }
    expect((await askCode(person.userName, forgotten)).code).toBe(codes.tooManyRequests)
    later(86_400)
    expect((await askCode(person.userName, forgotten)).code).toBe(codes.success)
  })

  it('is refused after thirty codes of a network within an hour', async () => {
    const place = { ip: '10.200.0.1' }
    for (let sent = 0; sent < 30; sent++) await askCode(`one-of-many-${sent}`, signIn, place)
    expect((await askCode(person.userName, signIn, { ip: '10.200.0.9' })).code).toBe(
      codes.tooManyRequests,
    )
    later(3601)
    expect((await askCode(person.userName, signIn, place)).code).toBe(codes.success)
  })

  it('asks for a captcha where the site does', async () => {
    await setSetting(app, siteSetting, { validCode: 1 })
    const ip = freshIp()
    expect((await askCode(person.userName, signIn, { ip })).code).toBe(codes.captchaRequired)
    const query = { userName: person.userName, ...(await solvedCaptcha(app, { ip })) }
    expect((await callPublic(app, recovery.code, { query }, { ip })).code).toBe(codes.success)
  })
})

describe('a mailed code', () => {
  it('sets a new password, ends every session and forgets the devices', async () => {
    const login = { userName: person.userName, password: aPassword }
    const { cookie = '' } = await tryLogin(app, login)
    const open = await signInAs(app, login)
    expect((await reset(await codeOf(forgotten))).code).toBe(codes.success)
    expect((await open.call(session.info, {})).code).toBe(codes.signInAgain)
    expect((await tryLogin(app, login)).code).toBe(codes.badCredentials)
    expect((await tryLogin(app, { ...login, password: newPassword }, { cookie })).code).toBe(
      codes.success,
    )
    expect((await sentMails(app, person.email)).map(({ template }) => template)).toContain(
      'NEW_SIGN_IN',
    )
  })

  it('is good once, also for two who show it side by side', async () => {
    const shown = await codeOf(forgotten)
    const answers = await Promise.all([reset(shown), reset(shown), reset(shown)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.codeWrong,
      codes.codeWrong,
    ])
  })

  it('is good for ten minutes', async () => {
    const shown = await codeOf(forgotten)
    later(601)
    expect((await reset(shown)).code).toBe(codes.codeWrong)
  })

  it('is worthless after five wrong tries, also side by side', async () => {
    const shown = await codeOf(forgotten)
    const wrong = { ...shown, code: shown.code === '000000' ? '000001' : '000000' }
    await Promise.all([1, 2, 3, 4, 5].map(() => reset(wrong)))
    expect((await reset(shown)).code).toBe(codes.codeWrong)
  })

  it('survives four wrong tries, and a password that is not good enough', async () => {
    const shown = await codeOf(forgotten)
    for (let tries = 0; tries < 4; tries++) await reset({ ...shown, code: 'abcdef' })
    const old = { ...shown, newPassword: aPassword }
    expect((await callPublic(app, recovery.forgotten, { body: old })).code).toBe(codes.badRequest)
    expect((await reset(shown)).code).toBe(codes.success)
  })

  it('opens nothing but what it was asked for, for whom and where', async () => {
    const other = await addPerson(app)
    const forMe = await codeOf(forgotten)
    const forUnlock = await codeOf(unlock, other)
    expect((await reset({ ...forMe, userName: other.userName })).code).toBe(codes.codeWrong)
    expect((await reset(forUnlock)).code).toBe(codes.codeWrong)
    expect((await reset({ ...forMe, codeId: forUnlock.codeId })).code).toBe(codes.codeWrong)
    expect((await reset({ ...forMe, codeId: 'no id' })).code).toBe(codes.codeWrong)
  })

  it('is refused alike for a name that nobody has', async () => {
    const { data } = await askCode('nobody-here', forgotten)
    const ghost = await reset({ userName: 'nobody-here', codeId: data.codeId, code: '123456' })
    const wrong = await reset({ ...(await codeOf(forgotten)), code: 'abcdef' })
    expect(ghost).toEqual(wrong)
  })

  it('is kept as nothing that tells it', async () => {
    const { code } = await codeOf(forgotten)
    const rows = await app.platform.db.selectFrom('mailCode').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('lifts a lock', async () => {
    const login = { userName: person.userName, password: aPassword }
    const wrong = { ...login, password: 'wrong' }
    const from = { ip: '10.6.0.1' }
    for (let failure = 0; failure < 10; failure++)
      await tryLogin(app, { ...wrong, ...(await solvedCaptcha(app, from)) }, from)
    expect((await tryLogin(app, login)).code).toBe(codes.accountLocked)
    const body = await codeOf(unlock)
    expect((await callPublic(app, recovery.unlock, { body })).code).toBe(codes.success)
    expect((await tryLogin(app, login)).code).toBe(codes.success)
  })
})

describe('the link of an invitation', () => {
  const linkOf = async (hours = 24) => {
    const { platform } = app
    const ctx = { db: platform.db, platform, now: platform.now }
    const link = await makeMailLink(ctx, { userId: person.id }, { hours, orgId: null })
    return link.split('token=')[1] ?? ''
  }
  const accept = async (token: string) =>
    (await callPublic(app, callback.accept, { body: { token, newPassword } })).code

  it('greets by name, takes a password once, and proves the address', async () => {
    const { db } = app.platform
    await db
      .updateTable('appUser')
      .set({ emailVerifiedAt: null })
      .where('id', '=', person.id)
      .execute()
    const token = await linkOf()
    const opened = await callPublic(app, callback.open, { body: { token } })
    expect(opened.data).toEqual({ purpose: 'INVITE', account: person.userName })
    expect([await accept(token), await accept(token)]).toEqual([codes.success, codes.linkOver])
    const { data } = await tryLogin(app, { userName: person.userName, password: newPassword })
    expect(data).toMatchObject({ initEmail: 0, firstLogin: 0 })
  })

  it('is over after its hours, and when a later one was made', async () => {
    const [first, second] = [await linkOf(), await linkOf()]
    expect(await accept(first)).toBe(codes.linkOver)
    later(24 * 3600 + 1)
    expect(await accept(second)).toBe(codes.linkOver)
  })

  it('is accepted once by two who open it side by side', async () => {
    const token = await linkOf()
    const told = await Promise.all([accept(token), accept(token)])
    expect(told.toSorted((a, b) => a - b)).toEqual([codes.success, codes.linkOver])
  })
})
