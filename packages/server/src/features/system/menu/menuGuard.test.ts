import { codes, type InputOf, type MenuFile, type MenuNode, menus, session } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { seedMenu } from './menuSeed.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  await seedMenu(app.platform.db)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'root' })
})
afterAll(() => app.close())

const link = (frontName: string) =>
  ({ menuType: 3, menuName: frontName, frontName, frontPath: 'https://a.example' }) as const

const flat = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.subSystemUserMenuVOS)])

async function named(frontName: string): Promise<MenuNode | undefined> {
  return flat(await admin.get(menus.tree, {})).find((one) => one.frontName === frontName)
}

/** A role of this code in an installation. */
const addRole = async ({ platform: { db }, rootId: orgId }: TestApp, code: string) =>
  (
    await db
      .insertInto('role')
      .values({ code, name: code, orgId })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** A guarded item as a file. */
async function guarded(frontName: string, role: string): Promise<MenuFile> {
  const guard = { role: [role], permission: ['AREA_LIST'], mode: 'allOf' as const }
  const made = await admin.get(menus.add, { body: { ...link(frontName), guard } })
  expect(made.guard).toEqual(guard)
  return admin.get(menus.takeOut, { query: { id: made.id } })
}

it('asks by guards for more than a role gives, through a file and back', async () => {
  const role = await addRole(app, 'keeper')
  const file = await guarded('Guarded', role)
  const { id, guard } = (await named('Guarded')) ?? { id: '', guard: null }
  await admin.get(menus.remove, { params: { id } })
  await admin.get(menus.bringIn, { body: { file, dryRun: false } })
  expect((await named('Guarded'))?.guard).toEqual(guard)
})

it('says of a file of an earlier version that it names a role by an id', async () => {
  const file = await guarded('Former', await addRole(app, 'former'))
  const guard = { role: ['01990000-0000-7000-8000-000000000000'], mode: 'allOf' as const }
  const items = file.items.map((item) => ({ ...item, guard }))
  const body = { file: { ...file, items }, dryRun: true }
  expect((await admin.get(menus.bringIn, { body })).refused).toEqual([
    { name: 'Former', field: 'guard', reason: expect.stringContaining('by an id') },
  ])
})

it('asks for the same role in another installation, and names one that it does not have', async () => {
  const there = await startTestApp()
  try {
    await seedMenu(there.platform.db)
    const boss = await signedIn(there, { isSuperAdmin: true })
    const file = await guarded('Audited', await addRole(app, 'auditor'))
    const bring = () => boss.get(menus.bringIn, { body: { file, dryRun: false } })
    expect(await bring()).toMatchObject({
      isApplied: false,
      refused: [{ name: 'Audited', field: 'guard', reason: expect.stringContaining('auditor') }],
    })
    const role = await addRole(there, 'Auditor')
    expect(await bring()).toMatchObject({ isApplied: true, refused: [] })
    const item = flat(await boss.get(menus.tree, {})).find((one) => one.frontName === 'Audited')
    expect(item?.guard).toEqual({ role: [role], permission: ['AREA_LIST'], mode: 'allOf' })
  } finally {
    await there.close()
  }
})

it.each<InputOf<typeof menus.add>['body']['guard']>([
  { role: [], permission: [], mode: 'oneOf' },
  ['NO_SUCH_CODE'],
  { role: ['0190a000-0000-7000-8000-000000000000'], mode: 'except' },
])('refuses a guard that nobody could pass or fail: %j', async (guard) => {
  const answer = await admin.call(menus.add, { body: { ...link('Refused'), guard } })
  expect(answer).toMatchObject({
    code: codes.badRequest,
    data: { fields: [{ field: 'guard' }] },
  })
})

it.each([
  ['/timezone/area', '/system/area', 'AREA_LIST'],
  ['a record of it', '/device/detail/0190', 'DeviceDetail'],
  ['nothing', '/no/such/page', null],
])('tells what the page at %s asks for', async (_, path, permission) => {
  const nobody = await signedIn(app)
  expect(await nobody.get(session.missing, { query: { path } })).toEqual({ permission })
})
