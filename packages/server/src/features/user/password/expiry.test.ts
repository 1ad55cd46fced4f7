import { notices, passwordPolicy, session } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  addPerson,
  aPassword,
  type Person,
  setSetting,
  signInAs,
} from '../../../../test/publicCalls.ts'
import { addOrganization, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { tellOfExpiry } from './expiry.worker.ts'

let app: TestApp
let person: Person

beforeAll(async () => {
  app = await startTestApp()
  await setSetting(app, passwordPolicy, { expireDays: 90 })
})
beforeEach(async () => {
  person = await addPerson(app)
})
afterAll(() => app.close())

const agedBy = (days: number) =>
  sql`update app_user set password_changed_at = now() - make_interval(days => ${days}, hours => 1)
    where id = ${person.id}`.execute(app.platform.db)

/** Days of the mails and the notices that the person got. */
async function told(): Promise<{ mails: number; notices: number[] }> {
  const { rows: mails } = await sql`select from mail_log
    where to_address = ${person.email} and template = 'PWD_EXPIRE'`.execute(app.platform.db)
  const { rows } = await sql<{
    days: number
  }>`select (text_values ->> 'count')::int as days from notice
    where user_id = ${person.id} and text_key = 'notice.account.passwordExpires'
    order by created_at`.execute(app.platform.db)
  return { mails: mails.length, notices: rows.map(({ days }) => days) }
}

it('tells of a password that ends in a week, in three days and tomorrow, each once', async () => {
  for (const age of [80, 83, 83, 85, 87, 87, 89, 91]) {
    await agedBy(age)
    await tellOfExpiry(app.platform)
  }
  expect(await told()).toEqual({ mails: 3, notices: [7, 3, 1] })
})

it('begins anew with a new password', async () => {
  await agedBy(89)
  await tellOfExpiry(app.platform)
  const user = await signInAs(app, { userName: person.userName, password: aPassword })
  const newPassword = 'reeds beside the marshes'
  await user.get(session.changePassword, { body: { oldPassword: aPassword, newPassword } })
  await tellOfExpiry(app.platform)
  await agedBy(84)
  await tellOfExpiry(app.platform)
  expect((await told()).notices).toEqual([1, 6])
  const { list } = await user.get(notices.page, { query: { type: '1' } })
  expect(list.length).toBeGreaterThan(0)
})

it('keeps to the shorter life that an organisation asks for', async () => {
  const { id: orgId } = await addOrganization(app.platform, {
    name: 'bank',
    code: 'bank',
    parentId: app.rootId,
  })
  await sql`update app_user set org_id = ${orgId} where id = ${person.id}`.execute(app.platform.db)
  await agedBy(28)
  await tellOfExpiry(app.platform)
  expect((await told()).notices).toEqual([])
  await sql`insert into customize (org_id, name, policy) values (${orgId}, 'bank',
    ${JSON.stringify({ expireDays: 30 })}::jsonb)`.execute(app.platform.db)
  await tellOfExpiry(app.platform)
  expect((await told()).notices).toEqual([2])
})
