import {
  codes,
  notices,
  passwordPolicy,
  recovery,
  secondFactor,
  session,
  siteSetting,
  stepUp,
  verifyTypes,
} from '@muster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addPerson,
  aPassword,
  callPublic,
  mailedCode,
  type Person,
  setSetting,
  signInAs,
  tryLogin,
} from '../../../../test/publicCalls.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { codeAt } from './totp.ts'

const clock = { now: () => new Date() }
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
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
  await setSetting(app, passwordPolicy, {})
})
afterAll(() => app.close())

const later = (seconds: number) => {
  const moment = clock.now().getTime() + seconds * 1000
  clock.now = () => new Date(moment)
}

const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join(
    '',
  )
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What the authenticator shows now, or some steps away. */
const shown = (secret: Buffer, steps = 0): string =>
  codeAt(secret, Math.floor(clock.now().getTime() / 30_000) + steps)

let addresses = 0
const signIn = (more: object = {}, who = person) =>
  tryLogin(
    app,
    { userName: who.userName, password: aPassword, ...more },
    { ip: `10.6.${(addresses += 1)}.1` },
  )

const openSession = (who = person): Promise<TestUser> =>
  signInAs(app, { userName: who.userName, password: aPassword })

/** Binds an authenticator; the step of its first code has passed. */
async function bind(user: TestUser) {
  const { secret } = await user.get(secondFactor.start, {})
  const bytes = fromBase32(secret)
  const { recoveryCodes } = await user.get(secondFactor.bind, { body: { code: shown(bytes) } })
  later(60)
  return { secret: bytes, recoveryCodes }
}

describe('binding an authenticator', () => {
  it('asks for a proof and a code of the new secret, and gives ten recovery codes', async () => {
    const user = await openSession()
    later(61)
    expect((await user.call(secondFactor.start, {})).code).toBe(codes.proofRequired)
    await user.get(stepUp.prove, { body: { password: aPassword } })
    const started = await user.get(secondFactor.start, {})
    await user.get(stepUp.prove, { body: { password: aPassword } })
    expect(started.uri).toContain(`secret=${started.secret}&`)
    expect((await user.call(secondFactor.bind, { body: { code: '000000' } })).code).toBe(
      codes.totpWrong,
    )
    expect((await user.get(secondFactor.state, {})).bound).toBe(false)
    expect((await signIn()).code).toBe(codes.success)
    const { recoveryCodes } = await bind(user)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await user.get(secondFactor.state, {})).toMatchObject({
      bound: true,
      required: false,
      recoveryCodesLeft: 10,
    })
    expect((await signIn()).code).toBe(codes.totpRequired)
  })

  it('a second time is refused, as is what needs one where there is none', async () => {
    const user = await openSession()
    expect((await user.call(secondFactor.unbind, {})).code).toBe(codes.wrongState)
    await user.get(stepUp.prove, { body: { password: aPassword } })
    const { secret } = await bind(user)
    await user.get(stepUp.prove, { body: { totp: shown(secret) } })
    expect((await user.call(secondFactor.start, {})).code).toBe(codes.wrongState)
  })

  it('keeps secret and recovery codes sealed', async () => {
    const { secret, recoveryCodes } = await bind(await openSession())
    const kept = [
      await app.platform.db.selectFrom('secondFactor').selectAll().execute(),
      await app.platform.db.selectFrom('recoveryCode').selectAll().execute(),
    ]
    const text = Buffer.from(JSON.stringify(kept)).toString()
    expect(text).not.toContain(JSON.stringify(secret.toJSON().data).slice(1, -1))
    for (const code of recoveryCodes) expect(text).not.toContain(code)
  })

  it('is undone with a code of it only', async () => {
    const user = await openSession()
    const { secret } = await bind(user)
    const prove = async (body: { password?: string; totp?: string }) =>
      (await user.call(stepUp.prove, { body })).code
    expect(await prove({ password: aPassword })).toBe(codes.totpRequired)
    expect((await user.call(secondFactor.unbind, {})).code).toBe(codes.proofRequired)
    expect(await prove({ totp: shown(secret) })).toBe(codes.success)
    expect((await user.call(secondFactor.unbind, {})).code).toBe(codes.success)
    expect((await signIn()).code).toBe(codes.success)
    const { list } = await user.get(notices.page, { query: {} })
    expect(list.map(({ notice }) => notice).join()).toMatch(/was removed.*was bound/)
  })
})

it('binding and undoing end all other sessions', async () => {
  const [mine, other] = [await openSession(), await openSession()]
  const { secret } = await bind(mine)
  expect((await other.call(session.info, {})).code).toBe(codes.signInAgain)
  const third = await signInAs(
    app,
    { userName: person.userName, password: aPassword, totp: shown(secret) },
    { ip: '10.6.255.1' },
  )
  later(30)
  await mine.get(stepUp.prove, { body: { totp: shown(secret) } })
  await mine.get(secondFactor.unbind, {})
  expect((await third.call(session.info, {})).code).toBe(codes.signInAgain)
  expect((await mine.call(session.info, {})).code).toBe(codes.success)
})

describe('a code of the authenticator', () => {
  it('is asked for after the right password only', async () => {
    await bind(await openSession())
    expect((await signIn({ password: 'wrong' })).code).toBe(codes.badCredentials)
    expect((await signIn({ totp: '000000' })).code).toBe(codes.totpWrong)
    expect((await signIn({ password: 'wrong', totp: '000000' })).code).toBe(codes.badCredentials)
  })

  it('signs in once: not again, not side by side, not with an older one after it', async () => {
    const { secret } = await bind(await openSession())
    const totp = shown(secret)
    const told = await Promise.all([signIn({ totp }), signIn({ totp })])
    expect(told.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.totpWrong,
    ])
    // A success ends the count of failures, so that no captcha is asked for below.
    later(30)
    expect((await signIn({ totp: shown(secret) })).code).toBe(codes.success)
    expect((await signIn({ totp: shown(secret, -1) })).code).toBe(codes.totpWrong)
    later(30)
    expect((await signIn({ totp: shown(secret) })).code).toBe(codes.success)
  })

  it('of a clock one step away is good, of two steps not', async () => {
    const { secret } = await bind(await openSession())
    expect((await signIn({ totp: shown(secret, 2) })).code).toBe(codes.totpWrong)
    expect((await signIn({ totp: shown(secret, -2) })).code).toBe(codes.totpWrong)
    expect((await signIn({ totp: shown(secret, 1) })).code).toBe(codes.success)
  })

  it('may be typed in Arabic digits', async () => {
    const { secret } = await bind(await openSession())
    const totp = shown(secret).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')
    expect((await signIn({ totp })).code).toBe(codes.success)
  })

  it('locks the account when it is guessed at', async () => {
    await setSetting(app, passwordPolicy, { maxFail: 3 })
    const { secret } = await bind(await openSession())
    const told = [await signIn({ totp: '000000' }), await signIn({ totp: '000000' })]
    told.push(await signIn({ totp: '000000' }), await signIn({ totp: shown(secret) }))
    expect(told.map(({ code }) => code)).toEqual([
      codes.totpWrong,
      codes.totpWrong,
      codes.accountLocked,
      codes.accountLocked,
    ])
  })
})

describe('a recovery code', () => {
  it('stands for a code once, also side by side, however it is written', async () => {
    const user = await openSession()
    const { recoveryCodes } = await bind(user)
    const [first = '', second = ''] = recoveryCodes
    const told = await Promise.all([signIn({ totp: first }), signIn({ totp: first })])
    expect(told.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.totpWrong,
    ])
    expect((await signIn({ totp: second.toUpperCase().replace('-', '') })).code).toBe(codes.success)
    expect((await user.get(secondFactor.state, {})).recoveryCodesLeft).toBe(8)
  })

  it('is worthless when new ones were made', async () => {
    const user = await openSession()
    const { recoveryCodes, secret } = await bind(user)
    await user.get(stepUp.prove, { body: { totp: shown(secret) } })
    const { recoveryCodes: renewed } = await user.get(secondFactor.renewCodes, {})
    expect((await signIn({ totp: recoveryCodes[0] })).code).toBe(codes.totpWrong)
    expect((await signIn({ totp: renewed[0] })).code).toBe(codes.success)
  })
})

describe('what the site asks for', () => {
  const mailCode = async (who = person) => {
    const query = { userName: who.userName }
    const { data } = await callPublic(app, recovery.code, { query }, { ip: '10.66.0.1' })
    return { codeId: data.codeId, code: await mailedCode(app, who.email) }
  }

  it('by verify type 1 is a mailed code', async () => {
    await setSetting(app, siteSetting, { verifyType: verifyTypes.mail })
    const asked = await signIn()
    expect(asked).toMatchObject({ code: codes.codeRequired, data: { email: 'p***@example.org' } })
    const code = await mailCode()
    expect((await signIn({ ...code, password: 'wrong' })).code).toBe(codes.badCredentials)
    expect((await signIn({ ...code, code: 'abcdef' })).code).toBe(codes.codeWrong)
    expect((await signIn(code)).code).toBe(codes.success)
    expect((await signIn(code)).code).toBe(codes.codeWrong)
  })

  it('by verify type 1 may be the authenticator instead', async () => {
    const { secret } = await bind(await openSession())
    await setSetting(app, siteSetting, { verifyType: verifyTypes.mail })
    expect((await signIn()).code).toBe(codes.totpRequired)
    expect((await signIn({ totp: shown(secret) })).code).toBe(codes.success)
  })

  it('by verify type 3 is both', async () => {
    const { secret } = await bind(await openSession())
    await setSetting(app, siteSetting, { verifyType: verifyTypes.both })
    const code = await mailCode()
    expect((await signIn({ totp: shown(secret) })).code).toBe(codes.codeRequired)
    expect((await signIn(code)).code).toBe(codes.totpRequired)
    expect((await signIn({ ...code, totp: shown(secret) })).code).toBe(codes.success)
  })

  it('by verify type 2 holds a session up until an authenticator is bound', async () => {
    await setSetting(app, siteSetting, { verifyType: verifyTypes.totp })
    expect((await signIn()).data.bindFactor).toBe(1)
    const user = await openSession()
    const ticket = { body: { path: '/x' } }
    expect((await user.call(session.ticket, ticket)).code).toBe(codes.secondFactorRequired)
    expect((await user.get(session.info, {})).userName).toBe(person.userName)
    const { secret } = await bind(user)
    expect((await user.call(session.ticket, ticket)).code).toBe(codes.success)
    await user.get(stepUp.prove, { body: { totp: shown(secret) } })
    expect((await user.call(secondFactor.unbind, {})).code).toBe(codes.wrongState)
  })

  it.each([
    ['all', false, 1],
    ['admins', false, 0],
    ['admins', true, 1],
    ['off', true, 0],
  ])(
    'by the policy "%s" for a user (administrator: %s) is said as %d',
    async (who, isSuperAdmin, said) => {
      await setSetting(app, passwordPolicy, { mfaRequired: who })
      const other = await addPerson(app, { isSuperAdmin })
      expect((await signIn({}, other)).data.bindFactor).toBe(said)
    },
  )

  it('from who has no mail address is an authenticator', async () => {
    await setSetting(app, siteSetting, { verifyType: verifyTypes.mail })
    const other = await addPerson(app, { email: null })
    expect((await signIn({}, other)).data.bindFactor).toBe(1)
  })
})
