import {
  codes,
  type MenuNode,
  type MenuRecord,
  menus,
  roles,
  screenKeys,
  session,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { hasScreen } from './hasScreen.ts'
import { seedMenu } from './menuSeed.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  await seedMenu(app.platform.db)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'root' })
})
afterAll(() => app.close())

const flat = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.subSystemUserMenuVOS)])

const all = async () => flat(await admin.get(menus.tree, {}))

async function named(frontName: string): Promise<MenuNode> {
  const found = (await all()).find((one) => one.frontName === frontName)
  if (!found) throw new Error(`no ${frontName}`)
  return found
}

let made = 0
/** A link of one's own, below an item or at the top. */
const link = (parentId: string | null = null) => {
  const frontName = `Link${++made}`
  return {
    parentId,
    menuType: 3,
    menuName: frontName,
    frontName,
    frontPath: 'https://a.example',
  } as const
}
const add = (parentId: string | null = null) => admin.get(menus.add, { body: link(parentId) })

const written = ({
  id,
  version,
  parentId,
  menuType,
  menuName,
  names,
  menuIcon,
  frontPath,
  frontName,
  frontComponent,
  btnCode,
  iframeUrl,
  activeMenu,
  isShow,
  sort,
}: MenuRecord) => ({
  id,
  version,
  parentId,
  menuType,
  menuName,
  names,
  menuIcon,
  frontPath,
  frontName,
  frontComponent,
  btnCode,
  iframeUrl,
  activeMenu,
  isShow,
  sort,
})

const ownMenu = async (user: TestUser) => JSON.stringify(await user.get(session.menu, {}))

describe('The menu', () => {
  it('keeps what was edited through the next start, and still takes what is new', async () => {
    const area = await named('Area')
    await admin.get(menus.update, {
      body: { ...written(area), menuName: 'Regions', names: { 'ar-IQ': 'المناطق' } },
    })
    const { db } = app.platform
    await db.deleteFrom('menu').where('frontName', '=', 'Frame').execute()
    await seedMenu(db)
    expect(await named('Area')).toMatchObject({
      menuName: 'Regions',
      names: { 'ar-IQ': 'المناطق' },
    })
    expect(await named('Frame')).toMatchObject({
      isShipped: true,
    })
    expect(await ownMenu(admin)).toContain('Regions')
  })

  it('is shown whole to a super administrator', async () => {
    const menu = await ownMenu(admin)
    expect(menu).toContain('"MENU"')
    for (const key of screenKeys.filter(hasScreen)) expect(menu).toContain(`"${key}"`)
  })

  it('is given to no shipped role', async () => {
    const { rows } = await app.platform.pool.query(
      `select count(*)::int as n from role_menu join menu on menu.id = role_menu.menu_id
       where menu.front_component = 'MENU' or menu.button_code like 'MENU\\_%'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  it('says which calls a button guards', async () => {
    const button = (await all()).find(({ btnCode }) => btnCode === 'AREA_DELETE')
    expect(button?.apiPatterns).toEqual(['DELETE /admin/timezone/v1/area/delete/{id}'])
  })

  it.each([
    ['frontName', { ...link(), frontName: 'Area' }, codes.duplicate],
    ['frontName', { ...link(), frontName: null }, codes.badRequest],
    ['frontName', { ...link(), frontName: 'a-b' }, codes.badRequest],
    ['frontPath', { ...link(), frontPath: 'javascript:alert(1)' }, codes.badRequest],
    ['frontPath', { ...link(), menuType: 0, frontPath: 'no slash' }, codes.badRequest],
    ['frontPath', { ...link(), menuType: 0, frontPath: '/login' }, codes.badRequest],
    [
      'frontPath',
      { ...link(), menuType: 1, frontComponent: 'AREA', frontPath: '/system/area' },
      codes.duplicate,
    ],
    [
      'frontComponent',
      { ...link(), menuType: 1, frontPath: '/x', frontComponent: 'LAYOUT' },
      codes.badRequest,
    ],
    [
      'frontComponent',
      { ...link(), menuType: 1, frontPath: '/x', frontComponent: 'NONE' },
      codes.badRequest,
    ],
    [
      'iframeUrl',
      { ...link(), menuType: 4, frontPath: '/y', iframeUrl: 'http://a.example' },
      codes.badRequest,
    ],
    ['btnCode', { menuType: 2, menuName: 'B', btnCode: 'lower' }, codes.badRequest],
    ['parentId', { menuType: 2, menuName: 'B', btnCode: 'AT_TOP' }, codes.badRequest],
  ] as const)('refuses a wrong %s at its field: %j', async (field, body, code) => {
    const answer = await admin.call(menus.add, { body })
    expect(answer).toMatchObject({ code, data: { fields: [{ field }] } })
  })

  it('takes from an item what its type does not have', async () => {
    const body = { ...link(), btnCode: 'NOT_OF_A_LINK', iframeUrl: 'https://b.example' }
    const row = await admin.get(menus.add, { body })
    expect(row).toMatchObject({ btnCode: null, iframeUrl: null, status: 1, isShipped: false })
  })

  it('has no circle', async () => {
    const outer = await admin.get(menus.add, { body: { ...link(), menuType: 0, frontPath: '/o' } })
    const inner = await admin.get(menus.add, {
      body: { ...link(outer.id), menuType: 0, frontPath: '/i' },
    })
    const answer = await admin.call(menus.update, {
      body: { ...written(outer), parentId: inner.id },
    })
    expect(answer).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'parentId' }] },
    })
  })

  it('keeps what is shipped, what has something below it, and what shipped items are known by', async () => {
    const area = await named('Area')
    expect(await admin.call(menus.remove, { params: { id: area.id } })).toMatchObject({
      code: codes.warning,
    })
    const directory = await admin.get(menus.add, {
      body: { ...link(), menuType: 0, frontPath: '/d' },
    })
    const inside = await add(directory.id)
    const remove = () => admin.call(menus.remove, { params: { id: directory.id } })
    expect(await remove()).toMatchObject({
      code: codes.warning,
      msg: expect.stringContaining(inside.menuName),
    })
    expect(await admin.get(menus.removeMany, { body: { ids: [directory.id, inside.id] } })).toEqual(
      { count: 2 },
    )
    const body = { ...written(area), frontComponent: 'TIMEZONE', menuName: 'Mine' }
    expect(await admin.call(menus.update, { body })).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'frontComponent' }] },
    })
  })

  it('tells the second of two editors', async () => {
    const row = await add()
    const save = (menuName: string) =>
      admin.call(menus.update, { body: { ...written(row), menuName } })
    const answers = await Promise.all([save('One'), save('Two')])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.versionConflict,
    ])
  })
})

describe('The way back', () => {
  it('stays open: neither menus nor roles nor what they lie in are hidden or disabled', async () => {
    for (const name of ['Menu', 'Role', 'dirsystem', 'diraccess']) {
      const item = await named(name)
      const params = { id: item.id, status: '0' } as const
      expect(await admin.call(menus.setStatus, { params })).toMatchObject({ code: codes.warning })
      const body = { ...written(item), isShow: 0 } as const
      expect(await admin.call(menus.update, { body })).toMatchObject({ code: codes.warning })
    }
    expect(await ownMenu(admin)).toContain('"ROLE"')
  })

  it('is not lost by moving it below what is disabled', async () => {
    const off = await admin.get(menus.add, { body: { ...link(), menuType: 0, frontPath: '/off' } })
    await admin.get(menus.setStatus, { params: { id: off.id, status: '0' } })
    const { id, version } = await named('Menu')
    const body = { parentId: off.id, items: [{ id, version }] }
    expect(await admin.call(menus.sort, { body })).toMatchObject({ code: codes.warning })
  })
})

describe('Sorting', () => {
  const below = async (parentId: string) =>
    (await all())
      .filter((item) => item.parentId === parentId)
      .map(({ id, version }) => ({ id, version }))
  const directory = () =>
    admin.get(menus.add, { body: { ...link(), menuType: 0, frontPath: `/s${made}` } })

  it('turns round, and takes in what comes from elsewhere', async () => {
    const [from, to] = [await directory(), await directory()]
    const [a, b] = [await add(to.id), await add(to.id)]
    const guest = await add(from.id)
    const items = [b, guest, a].map(({ id, version }) => ({ id, version }))
    await admin.get(menus.sort, { body: { parentId: to.id, items } })
    expect((await below(to.id)).map(({ id }) => id)).toEqual([b.id, guest.id, a.id])
    expect(await below(from.id)).toEqual([])
  })

  it('of two at once one wins, and the other is told', async () => {
    const parent = await directory()
    for (let n = 0; n < 3; n++) await add(parent.id)
    const items = await below(parent.id)
    const [first, second, third] = items
    const sort = (order: typeof items) =>
      admin.call(menus.sort, { body: { parentId: parent.id, items: order } })
    if (!first || !second || !third) throw new Error('three items')
    const answers = await Promise.all([sort([third, second, first]), sort([second, third, first])])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.versionConflict,
    ])
    const order = (await below(parent.id)).map(({ id }) => id)
    expect([third.id, second.id]).toContain(order[0])
    expect(new Set(order).size).toBe(3)
  })

  it('is refused where a child was added meanwhile', async () => {
    const parent = await directory()
    await add(parent.id)
    const items = await below(parent.id)
    await add(parent.id)
    const answer = await admin.call(menus.sort, { body: { parentId: parent.id, items } })
    expect(answer).toMatchObject({ code: codes.versionConflict })
  })

  it('puts nothing where its type does not belong', async () => {
    const page = await named('Timezone')
    const guest = await add()
    const items = [...(await below(page.id)), { id: guest.id, version: guest.version }]
    const answer = await admin.call(menus.sort, { body: { parentId: page.id, items } })
    expect(answer).toMatchObject({ code: codes.badRequest })
  })
})

describe('A copy', () => {
  it('has all below it under free names, but for the buttons that are shipped', async () => {
    const area = await named('Area')
    await admin.get(menus.add, {
      body: { parentId: area.id, menuType: 2, menuName: 'Own', btnCode: 'AREA_OWN' },
    })
    const { id } = await admin.get(menus.copy, { params: { id: area.id } })
    const copies = flat(await admin.get(menus.tree, {})).filter(
      (one) => one.id === id || one.parentId === id,
    )
    expect(copies).toMatchObject([
      { frontName: 'Area2', frontPath: '/system/area-2', frontComponent: 'AREA', isShipped: false },
      { btnCode: 'AREA_OWN_2' },
    ])
  })
})

describe('What a role sees', () => {
  const holding = async (user: TestUser, menuId: string) => {
    const { roleId } = await app.platform.db
      .selectFrom('userRole')
      .select('roleId')
      .where('userId', '=', user.userId)
      .executeTakeFirstOrThrow()
    await app.platform.db.insertInto('roleMenu').values({ roleId, menuId }).execute()
    return roleId
  }

  it('is previewed as its holders read it', async () => {
    const user = await signedIn(app)
    const roleId = await holding(user, (await named('Timezone')).id)
    const preview = await admin.get(menus.preview, { params: { roleId } })
    expect(preview).toEqual(await user.get(session.menu, {}))
    expect(JSON.stringify(preview)).toContain('TIMEZONE')
    const stranger = await admin.call(menus.preview, { params: { roleId: user.userId } })
    expect(stranger).toMatchObject({ code: codes.notFound })
  })

  it('is reached also below what the role does not hold, which is no page for it', async () => {
    const user = await signedIn(app)
    const page = await admin.get(menus.add, {
      body: { ...link(), menuType: 1, frontPath: '/holder', frontComponent: 'AREA' },
    })
    const inner = await admin.get(menus.add, {
      body: { ...link(page.id), menuType: 1, frontPath: '/held', frontComponent: 'TIMEZONE' },
    })
    await holding(user, inner.id)
    const menu = await user.get(session.menu, {})
    expect(menu).toMatchObject([
      { frontPath: '/system' },
      {
        frontPath: '/holder',
        menuType: 0,
        subSystemUserMenuVOS: [{ frontPath: '/held', menuType: 1 }],
      },
    ])
  })

  it('ends with the status: a page leaves the menu, a button its holders', async () => {
    const user = await signedIn(app, { permissions: ['AREA_LIST'] })
    const page = await named('Area')
    const button = (await all()).find(({ btnCode }) => btnCode === 'AREA_LIST')
    await holding(user, page.id)
    expect(await ownMenu(user)).toContain('"AREA"')
    for (const id of [page.id, button?.id ?? ''])
      await admin.get(menus.setStatus, { params: { id, status: '0' } })
    expect(await ownMenu(user)).not.toContain('"AREA"')
    expect((await user.get(session.info, {})).btns).toEqual([])
    for (const id of [page.id, button?.id ?? ''])
      await admin.get(menus.setStatus, { params: { id, status: '1' } })
  })

  it('reads in its own language', async () => {
    const item = await add()
    await admin.get(menus.update, { body: { ...written(item), names: { en: 'English name' } } })
    expect(await ownMenu(admin)).toContain('English name')
    const { list } = await admin.get(roles.page, { query: { code: 'operator' } })
    const rights = await admin.get(roles.rights, { params: { id: list[0]?.id ?? '' } })
    expect(JSON.stringify(rights)).toContain('English name')
  })
})
