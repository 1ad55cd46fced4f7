import { codes, profile, session } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { seed } from '../../seed.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await seed(app.platform.db, 'a password of my own')
})
afterAll(() => app.close())

const mine = {
  nickName: 'Layla',
  realName: 'Layla Hassan',
  phone: '+964 770 000 0000',
  avatar: null,
  language: 'ar-IQ',
  timeZone: 'Asia/Baghdad',
  dateFormat: 'DD/MM/YYYY',
} as const

it('keeps what a user says of himself and tells it with the session', async () => {
  const user = await signedIn(app, { permissions: ['PERSONAL_BASE_INFO'] })
  expect(await user.get(profile.read, {})).toMatchObject({ nickName: user.name, roles: ['Role'] })
  await user.get(profile.update, { body: mine })
  expect(await user.get(profile.read, {})).toMatchObject({ ...mine, userName: user.name })
  const { nickName, timeZone, dateFormat } = mine
  expect(await user.get(session.info, {})).toMatchObject({ nickName, timeZone, dateFormat })
})

it('changes nobody else', async () => {
  const user = await signedIn(app, { permissions: ['PERSONAL_BASE_INFO'] })
  const other = await signedIn(app, { permissions: ['PERSONAL_BASE_INFO'] })
  await user.get(profile.update, { body: mine })
  expect((await other.get(profile.read, {})).nickName).toBe(other.name)
})

it.each([
  { field: 'timeZone', value: 'Asia/Nowhere' },
  { field: 'language', value: 'xx-XX' },
  { field: 'nickName', value: '<b>' },
  { field: 'dateFormat', value: 'YY' },
  { field: 'phone', value: 'call me' },
])('refuses $value as $field', async ({ field, value }) => {
  const user = await signedIn(app, { permissions: ['PERSONAL_BASE_INFO'] })
  const answer = await user.call(profile.update, { body: { ...mine, [field]: value } })
  expect(answer).toMatchObject({ code: codes.badRequest, data: { fields: [{ field }] } })
})
