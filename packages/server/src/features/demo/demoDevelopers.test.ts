import { codes } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tryLogin } from '../../../test/publicCalls.ts'
import { startTaskApp } from '../../../test/taskApp.ts'
import type { TestApp } from '../../../test/testApp.ts'
import { seedMenu } from '../system/menu/menuSeed.ts'
import { makeDemoDevelopers } from './demoDevelopers.ts'
import { makeDemoEstate } from './demoEstate.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTaskApp()
  await seedMenu(app.platform.db)
  await makeDemoEstate(app.platform.db)
})
afterAll(() => app.close())

it('lets developers in by a password that is told, to where they upload', async () => {
  const { userNames, oneTimePassword } = await makeDemoDevelopers(app.platform)
  expect(userNames).toContain('layla.apps')
  const answer = await tryLogin(app, { userName: 'layla.apps', password: oneTimePassword ?? '' })
  expect(answer.code).toBe(codes.success)
  const { rows } = await app.platform.pool.query<{ held: string }>(
    `select coalesce(menu.button_code, menu.front_component) as held
      from app_user account join user_role on user_role.user_id = account.id
        join role_menu on role_menu.role_id = user_role.role_id
        join menu on menu.id = role_menu.menu_id
      where account.user_name = 'layla.apps'`,
  )
  const held = rows.map((row) => row.held)
  expect(held).toEqual(
    expect.arrayContaining(['APPLICATION_LIST', 'APK_ADD', 'UPLOAD_ADD', 'APPLICATION_MANAGE']),
  )
})
