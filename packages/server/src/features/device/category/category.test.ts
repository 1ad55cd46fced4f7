import { categories, codes } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { addPicture } from '../../../../test/pictures.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addEstate } from '../../../../test/testEstate.ts'

const category = (code: string, parentId: string | null = null) =>
  ({ name: code, code, osKind: 'ANDROID', parentId }) as const

lifecycleSpec(categories, {
  make: (n) => ({ ...category(`category-${n}`), name: `Category ${n}` }),
  text: 'name',
  unique: 'code',
})

describe('the tree of categories', () => {
  let app: TestApp
  let user: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    user = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  const add = (code: string, parentId: string | null = null) =>
    user.get(categories.add, { body: category(code, parentId) })

  it('shows levels and children, has three levels and no circle', async () => {
    const payment = await add('payment')
    const smart = await add('smart', payment.id)
    const mobile = await add('mobile', smart.id)
    expect([payment.level, smart.level, mobile.level]).toEqual([1, 2, 3])
    expect(await user.get(categories.tree, {})).toMatchObject([
      {
        code: 'payment',
        children: [{ code: 'smart', children: [{ code: 'mobile', children: [] }] }],
      },
    ])
    const field = { status: 400, data: { fields: [{ field: 'parentId' }] } }
    const below = await user.call(categories.add, { body: category('deeper', mobile.id) })
    expect(below).toMatchObject(field)
    const circle = { ...category('payment', mobile.id), id: payment.id, version: 1 }
    expect(await user.call(categories.update, { body: circle })).toMatchObject(field)
  })

  it('keeps its operating system while a model of it has the same', async () => {
    const { categoryId: id } = await addEstate(app)
    const { version } = await user.get(categories.detail, { params: { id } })
    const body = { ...category('acme'), id, version, osKind: 'LINUX' } as const
    const refused = await user.call(categories.update, { body })
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ field: 'osKind' }] } })
    expect(await user.call(categories.remove, { params: { id } })).toMatchObject({ code: 102 })
  })

  it('puts a category before another one of its parent, unless somebody was faster', async () => {
    const parent = await add('sorted')
    const [a, , c] = [
      await add('aa', parent.id),
      await add('bb', parent.id),
      await add('cc', parent.id),
    ]
    const body = { id: c.id, version: c.version, before: a.id }
    expect((await user.call(categories.sort, { body })).data).toEqual({ count: 3 })
    const { list } = await user.get(categories.page, { query: { parentId: parent.id } })
    expect(list.map(({ code }) => code)).toEqual(['cc', 'aa', 'bb'])
    expect((await user.call(categories.sort, { body })).code).toBe(codes.versionConflict)
  })

  it('has an icon that is kept, and an agent by which lists are filtered', async () => {
    const icon = await addPicture(app, { width: 96, height: 96 })
    const body = { ...category('ddi'), icon, agentKind: 'DDI' } as const
    expect(await user.get(categories.add, { body })).toMatchObject({ icon, agentKind: 'DDI' })
    const { list } = await user.get(categories.page, { query: { agentKind: 'DDI' } })
    expect(list.map(({ code }) => code)).toEqual(['ddi'])
    expect(await user.get(categories.add, { body: category('usual') })).toMatchObject({
      icon: null,
      agentKind: 'MUSTER',
    })
    const lost = { ...category('lost'), icon: `${'0'.repeat(64)}.png` }
    const refused = await user.call(categories.add, { body: lost })
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ field: 'icon' }] } })
  })
})
