import { codes, passwordPolicy, policyPresets, siteSetting, verifyTypes } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documented, substituted } from '../../../../test/documentedCommands.ts'
import { addPerson, aPassword, setSetting, tryLogin } from '../../../../test/publicCalls.ts'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('whoever holds the database lets an administrator in whom networks, a lock, codes and mails keep out', async () => {
  const { userName, id } = await addPerson(app)
  let tries = 0
  /** From a network that nobody has failed from: none is asked for a captcha. */
  const enter = async () => {
    const ip = `10.8.${(tries += 1)}.1`
    return (await tryLogin(app, { userName, password: aPassword }, { ip })).code
  }
  expect(await enter()).toBe(codes.success)
  const ipAllowList = ['203.0.113.0/24']
  const policy = { ...policyPresets.default, ipAllowList }

  await setSetting(app, passwordPolicy, policy)
  expect(await enter()).toBe(codes.addressNotAllowed)
  await setSetting(app, passwordPolicy, policyPresets.default)
  await sql`insert into customize (org_id, name, policy)
    select org_id, 'Own', ${JSON.stringify(policy)}::jsonb from app_user where id = ${id}`.execute(
    app.platform.db,
  )
  expect(await enter()).toBe(codes.addressNotAllowed)
  await letIn(userName)
  expect(await enter()).toBe(codes.success)
  // Nothing delivers the code.
  await setSetting(app, siteSetting, { verifyType: verifyTypes.mail })
  expect(await enter()).toBe(codes.codeRequired)
  await sql`update app_user set locked_until = now() + interval '1 hour' where id = ${id}`.execute(
    app.platform.db,
  )
  expect(await enter()).toBe(codes.badCredentials)

  await setSetting(app, passwordPolicy, policy)
  await letIn(userName)
  expect(await enter()).toBe(codes.success)
})

/** What docs/operations.md, *Locked out*, tells to run. */
async function letIn(userName: string): Promise<void> {
  const commands = substituted(documented('let in'), { "'admin'": `'${userName}'` })
  for (const command of commands.split(';').filter((text) => text.trim()))
    await sql.raw(command).execute(app.platform.db)
}
