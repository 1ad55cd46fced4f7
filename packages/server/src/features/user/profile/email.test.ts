import { codes, notices, profile, siteSetting } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sentMails } from '../../../../test/sentMails.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { pepperOf } from '../password/index.ts'

let app: TestApp
let passwordHash: string
const password = 'a password of my own'

beforeAll(async () => {
  app = await startTestApp()
  passwordHash = await hashPassword(password, pepperOf(app.platform.secrets))
})
afterAll(() => app.close())

/** Somebody who knows his password. */
async function owner(): Promise<TestUser> {
  const user = await signedIn(app, { permissions: ['PERSONAL_BASE_INFO'] })
  const { db } = app.platform
  await db.updateTable('appUser').set({ passwordHash }).where('id', '=', user.userId).execute()
  return user
}

async function codeFor(user: TestUser, email: string) {
  const { codeId } = await user.get(profile.emailCode, { body: { email } })
  const mails = await sentMails(app, email)
  return { codeId, code: mails.at(-1)?.code ?? '' }
}

it('takes a new address with the code that went there', async () => {
  const user = await owner()
  const email = 'new@example.com'
  const proof = await codeFor(user, email)
  const changed = await user.get(profile.changeEmail, { body: { email, password, ...proof } })
  expect(changed.email).toBe(email)
  const again = await user.call(profile.changeEmail, { body: { email, password, ...proof } })
  expect(again.code).toBe(codes.codeWrong)
})

it.each([
  { name: 'a wrong password', change: { password: 'not mine' }, code: codes.badRequest },
  { name: 'a wrong code', change: { code: '000000' }, code: codes.codeWrong },
  { name: 'another address', change: { email: 'else@example.com' }, code: codes.codeWrong },
])('refuses $name', async ({ name, change, code }) => {
  const user = await owner()
  const email = `${name.replaceAll(' ', '-')}@example.com`
  const proof = await codeFor(user, email)
  const body = { email, password, ...proof, ...change }
  expect((await user.call(profile.changeEmail, { body })).code).toBe(code)
  expect((await user.get(profile.read, {})).email).toBeNull()
})

it('refuses a code that was mailed to somebody else', async () => {
  const [mine, theirs] = [await owner(), await owner()]
  const email = 'shared@example.com'
  const proof = await codeFor(theirs, email)
  const answer = await mine.call(profile.changeEmail, { body: { email, password, ...proof } })
  expect(answer.code).toBe(codes.codeWrong)
})

it('asks for no code where the site wants none', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const site = await admin.get(siteSetting.get, {})
  await admin.get(siteSetting.save, { body: { ...site, validationEmail: false } })
  const user = await owner()
  const email = 'plain@example.com'
  expect((await user.get(profile.changeEmail, { body: { email, password } })).email).toBe(email)
  const { list } = await user.get(notices.page, { query: {} })
  expect(list.map(({ notice }) => notice).join()).toContain('e-mail address of your account was')
})
