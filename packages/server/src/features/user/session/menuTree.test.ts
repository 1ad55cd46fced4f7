import { menuTypes, session } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Wishes {
  readonly frontName: string
  readonly guard?: object
  readonly target?: '_blank'
}

/** Puts a page into the menu of a user's role. */
async function grant(user: TestUser, { guard, ...page }: Wishes): Promise<void> {
  const { db } = app.platform
  const { id: menuId } = await db
    .insertInto('menu')
    .values({
      ...page,
      menuType: menuTypes.page,
      menuName: page.frontName,
      guard: guard ? JSON.stringify(guard) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { roleId } = await db
    .selectFrom('userRole')
    .select('roleId')
    .where('userId', '=', user.userId)
    .executeTakeFirstOrThrow()
  await db.insertInto('roleMenu').values({ roleId, menuId }).execute()
}

it('tells a user all of his roles', async () => {
  const user = await signedIn(app)
  const { db } = app.platform
  const second = await db
    .insertInto('role')
    .values({ code: 'second', name: 'Second', type: 'PLATFORM', isSystem: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('userRole').values({ userId: user.userId, roleId: second.id }).execute()
  const { roleIds, systemRoleId } = await user.get(session.info, {})
  expect(roleIds).toHaveLength(2)
  expect(roleIds).toContain(second.id)
  expect(roleIds).toContain(systemRoleId)
})

it('gives each user the menus of his roles, with all they say of themselves', async () => {
  const [one, other] = [await signedIn(app), await signedIn(app)]
  const guard = { permission: ['BOARD_LIST'], mode: 'allOf' }
  await grant(one, { frontName: 'Board', guard, target: '_blank' })
  await grant(other, { frontName: 'News' })
  const { data } = await one.call(session.menu, {})
  expect(data).toMatchObject([{ frontName: 'Board', guard, target: '_blank', levelHidden: 0 }])
  const { data: others } = await other.call(session.menu, {})
  expect(others).toMatchObject([{ frontName: 'News', guard: null, target: null }])
})
