import { codes, devices, organizations, type RightNode, roles, session } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { seed } from '../../seed.ts'

let rootId: string

const role = (code: string, orgId = rootId) =>
  ({ code, name: `Role ${code}`, type: 'ORGANIZATION', orgId, inheritable: false }) as const

lifecycleSpec(roles, {
  prepare: async (app) => {
    rootId = app.rootId
  },
  make: (n) => role(`role-made-${n}`),
  text: 'name',
  unique: 'code',
})

const given = { organizations: [], vendorIds: [], modelIds: [] }
const forbidden = { code: codes.forbidden }

describe('the rights of roles', () => {
  let app: TestApp
  let admin: TestUser
  let north: { id: string }
  let city: { id: string }
  let south: { id: string }

  beforeAll(async () => {
    app = await startTestApp()
    rootId = app.rootId
    await seed(app.platform.db, 'a password for tests')
    north = await addOrganization(app.platform, { name: 'North', code: 'north', parentId: rootId })
    city = await addOrganization(app.platform, { name: 'City', code: 'city', parentId: north.id })
    south = await addOrganization(app.platform, { name: 'South', code: 'south', parentId: rootId })
    admin = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  const rightsOf = async (by: TestUser, id: string) =>
    flat(await by.get(roles.rights, { params: { id } }))
  const idOf = (nodes: readonly RightNode[], code: string) =>
    nodes.find((node) => node.code === code)?.id ?? ''
  const make = async (code: string, orgId = north.id, by = admin) =>
    by.get(roles.add, { body: role(code, orgId) })
  it('are listed for an organisation with those below it', async () => {
    await make('listed-north')
    await make('listed-city', city.id)
    await make('listed-south', south.id)
    const found = async (orgId: string) =>
      (await admin.get(roles.page, { query: { orgId, keyword: 'listed' } })).list
        .map(({ code }) => code)
        .sort()
    expect(await found(north.id)).toEqual(['listed-city', 'listed-north'])
    expect(await found(city.id)).toEqual(['listed-city'])
    expect(await found(rootId)).toHaveLength(3)
  })

  const roleManager = [
    'LIST',
    'DETAIL',
    'ADD',
    'EDIT',
    'MENU',
    'DATA',
    'STATUS',
    'DELETE',
    'REVERT',
  ]
  /** An administrator of North who may manage roles and look at terminals. */
  const local = (more: object = {}) =>
    signedIn(app, {
      orgId: north.id,
      permissions: [
        ...roleManager.map((verb) => `ROLE_${verb}`),
        'ORGANIZATION_LIST',
        'DEVICE_LIST',
      ],
      ...more,
    })

  it('grants a button with the page and the directory that it lies under', async () => {
    const made = await make('granted')
    const nodes = await rightsOf(admin, made.id)
    const body = { version: made.version, menuIds: [idOf(nodes, 'DEVICE_LIST')] }
    const { version } = await admin.get(roles.setRights, { params: { id: made.id }, body })
    expect(version).toBe(made.version + 1)
    const granted = (await rightsOf(admin, made.id)).filter(({ isGranted }) => isGranted)
    expect(granted.map(({ menuType }) => menuType).toSorted((a, b) => a - b)).toEqual([0, 1, 2])
  })

  it('lets one of two win who grant at once', async () => {
    const made = await make('raced')
    const nodes = await rightsOf(admin, made.id)
    const answers = await Promise.all(
      ['DEVICE_LIST', 'AREA_LIST'].map((code) =>
        admin.call(roles.setRights, {
          params: { id: made.id },
          body: { version: made.version, menuIds: [idOf(nodes, code)] },
        }),
      ),
    )
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([
      codes.success,
      codes.versionConflict,
    ])
    const buttons = (await rightsOf(admin, made.id)).filter(
      ({ isGranted, code }) => isGranted && code !== null,
    )
    expect(buttons).toHaveLength(1)
  })

  it('is given by nobody who does not hold it, and taken by nobody either', async () => {
    const made = await make('borrowed')
    const nodes = await rightsOf(admin, made.id)
    const [list, reboot] = [idOf(nodes, 'DEVICE_LIST'), idOf(nodes, 'DEVICE_REBOOT')]
    const boss = await local()
    const params = { id: made.id }
    const refused = await boss.call(roles.setRights, {
      params,
      body: { version: made.version, menuIds: [list, reboot] },
    })
    expect(refused).toMatchObject(forbidden)
    expect(refused.msg).toContain('DEVICE_REBOOT')
    const { version } = await admin.get(roles.setRights, {
      params,
      body: { version: made.version, menuIds: [list, reboot] },
    })
    await boss.get(roles.setRights, { params, body: { version, menuIds: [] } })
    const left = (await rightsOf(admin, made.id)).filter((one) => one.isGranted && one.code)
    expect(left.map(({ code }) => code)).toEqual(['DEVICE_REBOOT'])
  })

  it.each([
    ['ALL', given, false],
    ['OWN_ORG_AND_BELOW', given, true],
    ['OWN_ORG', given, true],
    ['SELF', given, true],
  ] as const)('offers an administrator of a subtree the scope %s: %j', async (kind, more, may) => {
    const boss = await local()
    const made = await make(`scope-${kind}`, north.id, boss)
    const { code } = await boss.call(roles.setScope, {
      params: { id: made.id },
      body: { kind, ...more, version: made.version },
    })
    expect(code).toBe(may ? codes.success : codes.forbidden)
  })

  it('names in a custom scope only organisations that its giver sees', async () => {
    const boss = await local()
    const made = await make('custom', north.id, boss)
    const set = (orgId: string, version: number) =>
      boss.call(roles.setScope, {
        params: { id: made.id },
        body: { ...given, kind: 'CUSTOM', organizations: [{ orgId, withBelow: true }], version },
      })
    for (const orgId of [south.id, rootId])
      expect(await set(orgId, made.version)).toMatchObject(forbidden)
    expect((await set(city.id, made.version)).code).toBe(codes.success)
    const scope = await boss.get(roles.scope, { params: { id: made.id } })
    expect(scope).toMatchObject({
      kind: 'CUSTOM',
      organizations: [{ orgId: city.id, name: 'City', withBelow: true }],
    })
  })

  it('is not widened by an administrator of one organisation alone', async () => {
    const boss = await local({ dataScope: 'OWN_ORG' })
    const made = await make('alone', north.id, boss)
    const set = (kind: 'OWN_ORG' | 'OWN_ORG_AND_BELOW') =>
      boss.call(roles.setScope, {
        params: { id: made.id },
        body: { ...given, kind, version: made.version },
      })
    expect(await set('OWN_ORG_AND_BELOW')).toMatchObject(forbidden)
    expect((await set('OWN_ORG')).code).toBe(codes.success)
  })

  it('lets nobody change a shipped role, and everybody copy one whose rights he holds', async () => {
    const { list } = await admin.get(roles.page, { query: { code: 'operator' } })
    const [shipped] = list
    const params = { id: shipped?.id ?? '' }
    const version = shipped?.version ?? 0
    expect(shipped).toMatchObject({ isSystem: true, isEditable: false, orgId: null })
    const writes = [
      admin.call(roles.update, { body: { ...role('operator'), ...params, version } }),
      admin.call(roles.remove, { params }),
      admin.call(roles.setStatus, { params: { ...params, status: '0' } }),
      admin.call(roles.setRights, { params, body: { version, menuIds: [] } }),
      admin.call(roles.setScope, { params, body: { ...given, kind: 'ALL', version } }),
    ]
    for (const answer of await Promise.all(writes)) expect(answer).toMatchObject(forbidden)
    const body = { code: 'copied', name: 'Copied', orgId: north.id }
    const { id } = await admin.get(roles.copy, { params, body })
    const granted = (nodes: RightNode[]) =>
      nodes.filter(({ isGranted }) => isGranted).map((node) => node.id)
    expect(granted(await rightsOf(admin, id))).toEqual(granted(await rightsOf(admin, params.id)))
    expect(await admin.get(roles.scope, { params: { id } })).toMatchObject({
      kind: 'OWN_ORG_AND_BELOW',
    })
    const boss = await local()
    const stolen = { ...body, code: 'stolen', name: 'Stolen' }
    expect(await boss.call(roles.copy, { params, body: stolen })).toMatchObject(forbidden)
    expect((await boss.get(roles.page, { query: { code: 'stolen' } })).total).toBe(0)
  })

  it('keeps a role that somebody holds, and names him to whom may know him', async () => {
    const made = await make('held')
    const holder = await signedIn(app, { orgId: north.id, userName: 'holder' })
    await app.platform.db
      .insertInto('userRole')
      .values({ userId: holder.userId, roleId: made.id })
      .execute()
    const params = { id: made.id }
    expect(await admin.call(roles.remove, { params })).toMatchObject({
      code: codes.warning,
      msg: 'User holder holds this role. Take it from its users first',
    })
    const users = await admin.get(roles.users, { params, query: {} })
    expect(users.list.map(({ userName }) => userName)).toEqual(['holder'])
  })

  it('of another organisation is neither seen nor touched; an inheritable one from above is usable', async () => {
    const theirs = await make('theirs', south.id)
    const above = await admin.get(roles.add, {
      body: { ...role('from-above', rootId), inheritable: true },
    })
    const boss = await local()
    const { list } = await boss.get(roles.page, { query: { pageSize: 100 } })
    const seen = new Map(list.map((one) => [one.id, one.isEditable]))
    expect(seen.has(theirs.id)).toBe(false)
    expect(seen.get(above.id)).toBe(false)
    expect(await boss.call(roles.detail, { params: { id: theirs.id } })).toMatchObject({
      code: 404,
    })
    const body = { ...role('from-above', rootId), id: above.id, version: above.version }
    expect(await boss.call(roles.update, { body })).toMatchObject({ code: 404 })
  })

  it('counts at the next request, on every stream and for whoever holds it', async () => {
    const made = await make('living')
    const user = await signedIn(app, { orgId: north.id })
    await app.platform.db
      .insertInto('userRole')
      .values({ userId: user.userId, roleId: made.id })
      .execute()
    const page = () => user.call(devices.page, { query: {} })
    expect(await page()).toMatchObject(forbidden)
    const nodes = await rightsOf(admin, made.id)
    const menuIds = [idOf(nodes, 'DEVICE_LIST')]
    await admin.get(roles.setRights, {
      params: { id: made.id },
      body: { version: made.version, menuIds },
    })
    expect((await page()).code).toBe(codes.success)
    expect((await user.get(session.info, {})).btns).toEqual(['DEVICE_LIST'])
    await admin.get(roles.setStatus, { params: { id: made.id, status: '0' } })
    expect(await page()).toMatchObject(forbidden)
  })

  it('shows the personal center to everybody, whatever his role', async () => {
    const user = await signedIn(app, { orgId: north.id })
    const { permissions } = await user.get(session.info, {})
    expect(JSON.stringify(permissions)).toContain('PERSONAL_CENTER')
  })

  it('cuts what a scope cuts: the organisations of its holder', async () => {
    const looker = await signedIn(app, {
      orgId: north.id,
      permissions: ['ORGANIZATION_LIST'],
      dataScope: 'CUSTOM',
      places: [{ orgId: city.id, withBelow: false }],
    })
    const { list } = await looker.get(organizations.page, { query: {} })
    expect(list.map(({ id }) => id)).toEqual([city.id])
  })
})

function flat(nodes: readonly RightNode[]): RightNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)])
}
