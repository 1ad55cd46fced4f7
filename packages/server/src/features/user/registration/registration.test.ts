import {
  callback,
  codes,
  developerProgramme,
  type InputOf,
  registration,
  siteSetting,
} from '@muster/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callPublic, setSetting, solvedCaptcha } from '../../../../test/publicCalls.ts'
import { sentMails } from '../../../../test/sentMails.ts'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'

const clock = { now: () => new Date() }
let app: TestApp

beforeAll(async () => {
  app = await startTestApp(clock)
  await setSetting(app, siteSetting, { registration: true })
})
afterEach(() => {
  clock.now = () => new Date()
})
afterAll(() => app.close())

type Wish = InputOf<typeof registration.register>['body']

const wish: Wish = {
  email: 'dev@example.org',
  realName: 'Layla Haddad',
  kind: 'DEVELOPER',
  company: 'Tigris Apps',
}

const register = async (more: Partial<Wish> = {}) =>
  callPublic(app, registration.register, {
    body: { ...wish, ...(await solvedCaptcha(app)), ...more },
  })

const rows = () =>
  app.platform.db.selectFrom('platformUser').select(['email', 'state', 'realName']).execute()

const open = async (link: string) =>
  callPublic(app, callback.open, { body: { token: link.split('token=')[1] ?? '' } })

const later = (seconds: number) => {
  const moment = Date.now() + seconds * 1000
  clock.now = () => new Date(moment)
}

describe('asking for an account', () => {
  it('is refused where the site does not take registrations', async () => {
    await setSetting(app, siteSetting, { registration: false })
    expect((await register()).code).toBe(codes.wrongState)
    await setSetting(app, siteSetting, { registration: true })
  })

  it('is refused to developers, at its field, while their programme is closed', async () => {
    await setSetting(app, developerProgramme, { isOpen: false })
    expect(await register()).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'kind', message: expect.stringContaining('programme') }] },
    })
    expect(await rows()).toEqual([])
    expect(await sentMails(app, wish.email)).toEqual([])
    const vendor = { email: 'vendor@example.org', kind: 'VENDOR' as const }
    expect((await register(vendor)).code).toBe(codes.success)
    await setSetting(app, developerProgramme, { isOpen: true })
    await app.platform.db.deleteFrom('platformUser').execute()
  })

  it('always asks for a captcha', async () => {
    expect((await callPublic(app, registration.register, { body: wish })).code).toBe(
      codes.captchaRequired,
    )
  })

  it('waits for the address to be proved, once, and then for its review', async () => {
    expect((await register()).code).toBe(codes.success)
    expect(await rows()).toMatchObject([{ state: 'REGISTERED' }])
    const [mail] = await sentMails(app, wish.email)
    expect(mail?.template).toBe('REGISTER_CODE')
    const proved = await open(mail?.link ?? '')
    expect(proved.data).toEqual({ purpose: 'REGISTER', account: wish.email })
    expect(await rows()).toMatchObject([{ state: 'PENDING_REVIEW' }])
    expect((await open(mail?.link ?? '')).code).toBe(codes.linkOver)
  })

  it('answers alike for an address that is known, and changes nothing', async () => {
    const before = await sentMails(app, wish.email)
    const known = await register({ email: 'DEV@example.org', realName: 'Somebody Else' })
    const fresh = await register({ email: 'new@example.org' })
    expect(known).toEqual(fresh)
    expect(await rows()).toContainEqual({
      email: wish.email,
      state: 'PENDING_REVIEW',
      realName: 'Layla Haddad',
    })
    expect(await sentMails(app, wish.email)).toHaveLength(before.length)
  })

  it('again sends another link after a minute, which ends the first', async () => {
    const email = 'again@example.org'
    await register({ email })
    await register({ email })
    expect(await sentMails(app, email)).toHaveLength(1)
    later(61)
    await register({ email })
    const [first, second] = await sentMails(app, email)
    expect((await open(first?.link ?? '')).code).toBe(codes.linkOver)
    expect((await open(second?.link ?? '')).code).toBe(codes.success)
  })

  it('is over when the link was not opened within a day', async () => {
    const email = 'late@example.org'
    await register({ email })
    const [mail] = await sentMails(app, email)
    later(86_401)
    expect((await open(mail?.link ?? '')).code).toBe(codes.linkOver)
  })
})
