import { codes, type MenuFile, type MenuNode, menus } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { seedMenu } from './menuSeed.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  await seedMenu(app.platform.db)
  admin = await signedIn(app, { isSuperAdmin: true })
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

describe('A file', () => {
  const bring = (file: MenuFile, dryRun: boolean) =>
    admin.get(menus.bringIn, { body: { file, dryRun } })
  const tree = (): MenuFile => ({
    format: 'muster-menu',
    items: [
      {
        menuType: 0,
        menuName: 'Boards',
        frontName: 'Boards',
        frontPath: '/boards',
        parent: null,
        subSystemUserMenuVOS: [
          {
            menuType: 4,
            menuName: 'Sales',
            frontName: 'Sales',
            frontPath: '/sales',
            iframeUrl: 'https://b.example',
          },
        ],
      },
    ],
  })

  it('of the whole menu changes nothing where it came from', async () => {
    const file = await admin.get(menus.takeOut, { query: {} })
    const once = await bring(file, true)
    expect(once).toMatchObject({ added: [], refused: [], isApplied: false })
    await bring(file, false)
    const again = await bring(await admin.get(menus.takeOut, { query: {} }), false)
    expect(again).toMatchObject({ added: [], changed: [], refused: [], isApplied: true })
  })

  it('tells first what it would do, then does it, and only what is new the second time', async () => {
    expect(await bring(tree(), true)).toMatchObject({
      added: ['Boards', 'Sales'],
      isApplied: false,
    })
    expect((await all()).some(({ frontName }) => frontName === 'Boards')).toBe(false)
    expect(await bring(tree(), false)).toMatchObject({
      added: ['Boards', 'Sales'],
      isApplied: true,
    })
    const { id } = await named('Boards')
    const part = await admin.get(menus.takeOut, { query: { id } })
    expect(await bring(part, false)).toMatchObject({ added: [], changed: [], unchanged: 2 })
  })

  it('is refused whole, item by item, with its reasons', async () => {
    const file = tree()
    const bad: MenuFile = {
      ...file,
      items: [
        { menuType: 3, menuName: 'Good', frontName: 'Good', frontPath: 'https://c.example' },
        { menuType: 3, menuName: 'Nameless', frontPath: 'https://c.example' },
        { menuType: 9, menuName: 'Typeless', frontName: 'Typeless' },
        {
          menuType: 1,
          menuName: 'No screen',
          frontName: 'NoScreen',
          frontPath: '/n',
          frontComponent: 'NONE',
        },
        { menuType: 0, menuName: 'Lost', frontName: 'Lost', frontPath: '/l', parent: 'Nowhere' },
      ],
    }
    const outcome = await bring(bad, false)
    expect(outcome.isApplied).toBe(false)
    expect(outcome.refused.map(({ name, field }) => `${name} ${field}`).toSorted()).toEqual([
      'Lost parent',
      'Nameless frontName',
      'No screen frontComponent',
      'Typeless menuType',
    ])
    expect((await all()).some(({ frontName }) => frontName === 'Good')).toBe(false)
  })

  it('nests no deeper than a menu', async () => {
    let item: object = { menuType: 0, menuName: 'x', frontName: 'x' }
    for (let n = 0; n < 50; n++)
      item = { menuType: 0, menuName: 'x', frontName: `x${n}`, subSystemUserMenuVOS: [item] }
    const body = JSON.parse(
      JSON.stringify({ dryRun: true, file: { format: 'muster-menu', items: [item] } }),
    )
    expect(await admin.call(menus.bringIn, { body })).toMatchObject({ code: codes.badRequest })
  })

  it('does not lock anybody out either', async () => {
    const { menuType, menuName, frontName, frontPath, frontComponent } = await named('Role')
    const role = { menuType, menuName, frontName, frontPath, frontComponent }
    const file: MenuFile = {
      format: 'muster-menu',
      items: [{ ...role, parent: 'diraccess', status: 0 }],
    }
    expect(await bring(file, false)).toMatchObject({ isApplied: false, refused: [{}] })
  })
})
