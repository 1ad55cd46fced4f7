import { codes, noticePreferences, notices, userNotices } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, aPassword, signInAs, tryLogin } from '../../../../test/publicCalls.ts'
import { sentMails } from '../../../../test/sentMails.ts'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'

let app: TestApp
const clock = { now: () => new Date('2026-11-20T20:30:00Z') }
const silent = noticePreferences().parse({ newSignIn: { app: false, mail: false } })

beforeAll(async () => {
  app = await startTestApp(clock)
})
afterAll(() => app.close())

/** Somebody who was here before: the next sign-in is from a new device. */
async function person() {
  const { userName, email } = await addPerson(app)
  const login = { userName, password: aPassword }
  return { login, email, user: await signInAs(app, login) }
}

it('tells everything until the user says otherwise', async () => {
  const { user } = await person()
  expect(await user.get(userNotices.get, {})).toEqual(noticePreferences().parse({}))
})

it('tells nothing of new devices to who does not want to know', async () => {
  const { user, login, email } = await person()
  await user.get(userNotices.save, { body: silent })
  expect(await user.get(userNotices.get, {})).toEqual(silent)
  await tryLogin(app, login)
  expect((await user.get(notices.page, { query: {} })).total).toBe(0)
  expect(await sentMails(app, email)).toEqual([])
})

it('lets mails wait for the end of the quiet hours', async () => {
  const { user, login, email } = await person()
  const quiet = { isOn: true, from: '22:00', until: '07:00', timeZone: 'Asia/Baghdad' }
  await user.get(userNotices.save, { body: noticePreferences().parse({ quiet }) })
  await tryLogin(app, login)
  const { nextAttemptAt } = await app.platform.db
    .selectFrom('mailLog')
    .select('nextAttemptAt')
    .where('toAddress', '=', email)
    .executeTakeFirstOrThrow()
  expect(new Date(nextAttemptAt ?? 0)).toEqual(new Date('2026-11-21T04:00:00Z'))
})

it.each([
  { name: 'a time zone that nobody knows', quiet: { timeZone: 'Asia/Nowhere' } },
  { name: 'an hour that no clock shows', quiet: { from: '25:00' } },
])('refuses $name', async ({ quiet }) => {
  const { user } = await person()
  const body = { ...silent, quiet: { ...silent.quiet, ...quiet } }
  expect((await user.call(userNotices.save, { body })).code).toBe(codes.badRequest)
})
