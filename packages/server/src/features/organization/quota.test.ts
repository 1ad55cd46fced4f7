import { codes, devices, organizations, users } from '@muster/contract'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, aPassword, tryLogin } from '../../../test/publicCalls.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../test/testEstate.ts'
import { until } from '../../../test/until.ts'

let app: TestApp
let admin: TestUser
let bankId: string
let shopId: string

const add = async (name: string, parentId: string) =>
  (await addOrganization(app.platform, { name, code: name, parentId })).id

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  bankId = await add('bank', app.rootId)
  shopId = await add('shop', bankId)
  const estate = await addEstate(app)
  await addDevices(app, estate, { orgId: shopId, prefix: 'SHOP', count: 3 })
  await addDevices(app, estate, { orgId: bankId, prefix: 'BANK', count: 4 })
})
afterAll(() => app.close())

interface Limits {
  readonly deviceQuota?: number | null
  readonly validTo?: string | null
}

async function setQuota(id: string, limits: Limits, caller = admin) {
  const shown = await admin.get(organizations.detail, { params: { id } })
  const { deviceQuota, validTo, version } = { ...shown, ...limits }
  const body = { deviceQuota, validTo, version }
  return caller.call(organizations.setQuota, { params: { id }, body })
}

const at = (field: string) => ({ status: 400, data: { fields: [{ field }] } })

describe('the quota of an organisation', () => {
  it('is not less than what is used, nor more than what others have left', async () => {
    expect(await setQuota(shopId, { deviceQuota: 2 })).toMatchObject(at('deviceQuota'))
    expect((await setQuota(bankId, { deviceQuota: 10 })).data).toMatchObject({ used: 7, limit: 10 })
    // The bank's own four terminals leave six places.
    expect(await setQuota(shopId, { deviceQuota: 7 })).toMatchObject(at('deviceQuota'))
    expect((await setQuota(shopId, { deviceQuota: 6 })).data).toMatchObject({ used: 3, limit: 6 })
  })

  it('is set by its own right, which editing does not give, and from above', async () => {
    const verbs = ['ORGANIZATION_EDIT', 'ORGANIZATION_DETAIL', 'ORGANIZATION_ADD']
    const editor = await signedIn(app, { orgId: bankId, permissions: verbs })
    const record = { type: 'AGENT', contact: '', parentId: bankId } as const
    const body = { ...record, name: 'new', code: 'new', deviceQuota: 1 }
    expect(await editor.call(organizations.add, { body })).toMatchObject(at('deviceQuota'))
    const late = { ...body, deviceQuota: null, validTo: '2030-01-01T00:00:00Z' }
    expect(await editor.call(organizations.add, { body: late })).toMatchObject(at('validTo'))
    expect(await setQuota(shopId, { deviceQuota: 5 }, editor)).toMatchObject({
      code: codes.forbidden,
    })
    const granter = await signedIn(app, { orgId: bankId, permissions: ['ORG_QUOTA'] })
    expect((await setQuota(shopId, { deviceQuota: 5 }, granter)).code).toBe(codes.success)
    expect(await setQuota(bankId, { deviceQuota: 500 }, granter)).toMatchObject(at('deviceQuota'))
    const own = await setQuota(bankId, { validTo: '2030-01-01T00:00:00Z' }, granter)
    expect(own).toMatchObject(at('validTo'))
  })
})

describe('the first quota of an organisation', () => {
  const wholeRow = `insert into device (sn, vendor_id, model_id, org_id, lifecycle)
    select $2, vendor_id, model_id, $1, 'ACTIVE' from device where sn = 'SHOP00000'`
  /** True once somebody waits for what this connection holds; false when the answer comes first. */
  const isWaiting = async (holder: PoolClient, answer: Promise<unknown>) => {
    const { pool } = app.platform
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
    let isAnswered = false
    void answer.finally(() => (isAnswered = true))
    const blocked = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
    const isBlocked = async () => (await pool.query(blocked, [rows[0]?.pid])).rowCount === 1
    await until(async () => isAnswered || (await isBlocked()), 'somebody waits')
    return !isAnswered
  }

  it('waits for a terminal that is just being added, and counts it', async () => {
    const newId = await add('new-1', app.rootId)
    const client = await app.platform.pool.connect()
    await client.query('begin')
    await client.query('select hold_places(array[$1::uuid])', [newId])
    await client.query(wholeRow, [newId, 'RACE-1'])
    const answer = setQuota(newId, { deviceQuota: 0 })
    expect(await isWaiting(client, answer)).toBe(true)
    await client.query('commit')
    client.release()
    expect(await answer).toMatchObject(at('deviceQuota'))
  })

  it('makes a terminal wait that is added meanwhile, and refuses it', async () => {
    const newId = await add('new-2', app.rootId)
    const [model] = await app.platform.db.selectFrom('model').select('id').execute()
    const client = await app.platform.pool.connect()
    await client.query('begin')
    await client.query('select hold_quota($1)', [newId])
    await client.query('update organization set device_quota = 0 where id = $1', [newId])
    const body = { sn: 'RACE-2', modelId: model?.id ?? '', orgId: newId }
    const answer = admin.call(devices.add, { body })
    expect(await isWaiting(client, answer)).toBe(true)
    await client.query('commit')
    client.release()
    expect((await answer).code).toBe(codes.warning)
    const added = app.platform.db.selectFrom('device').select('id').where('sn', '=', 'RACE-2')
    expect(await added.execute()).toEqual([])
  })
})

describe('an organisation whose time is over', () => {
  const ask = (caller: TestUser) => caller.call(users.page, { query: {} })

  it('shuts out its users and those below at once, and lets them in again', async () => {
    const wishes = { permissions: ['USER_LIST'] }
    const seller = await signedIn(app, { orgId: shopId, ...wishes })
    const stranger = await signedIn(app, { orgId: app.rootId, ...wishes })
    expect((await ask(seller)).code).toBe(codes.success)
    await setQuota(bankId, { validTo: '2020-01-01T00:00:00Z' })
    expect((await ask(seller)).code).toBe(codes.signInAgain)
    expect((await ask(stranger)).code).toBe(codes.success)
    await setQuota(bankId, { validTo: null })
    expect((await ask(seller)).code).toBe(codes.success)
  })

  it('does so while it is disabled, too; nobody does that to his own', async () => {
    const wishes = { permissions: ['USER_LIST', 'ORGANIZATION_STATUS'] }
    const place = { name: 'kiosk', code: 'kiosk', parentId: bankId }
    const { id } = await addOrganization(app.platform, place)
    const seller = await signedIn(app, { orgId: id, ...wishes })
    const shop = (status: '0' | '1') => ({ params: { id, status } })
    expect(await seller.call(organizations.setStatus, shop('0'))).toMatchObject({
      code: codes.warning,
      msg: 'You belong to this organisation yourself: only who is above it can disable it',
    })
    await admin.get(organizations.setStatus, shop('0'))
    expect((await ask(seller)).code).toBe(codes.signInAgain)
    await admin.get(organizations.setStatus, shop('1'))
    expect((await ask(seller)).code).toBe(codes.success)
  })

  it('says why to who has the password, and only to him', async () => {
    const person = await addPerson(app)
    const { db } = app.platform
    await db.updateTable('appUser').set({ orgId: shopId }).where('id', '=', person.id).execute()
    await setQuota(bankId, { validTo: '2020-01-01T00:00:00Z' })
    const { userName } = person
    expect(await tryLogin(app, { userName, password: aPassword })).toMatchObject({
      code: codes.accountExpired,
      msg: 'Your organisation may not be used now: it is disabled, or its time is over. Please ask your administrator',
    })
    const wrong = await tryLogin(app, { userName, password: 'wrong' })
    expect(wrong.code).toBe(codes.badCredentials)
    await setQuota(bankId, { validTo: null })
    expect((await tryLogin(app, { userName, password: aPassword })).code).toBe(codes.success)
  })

  it('does not shut out who could make it valid again', async () => {
    await setQuota(app.rootId, { validTo: '2020-01-01T00:00:00Z' })
    expect((await ask(admin)).code).toBe(codes.success)
    expect((await setQuota(app.rootId, { validTo: null })).code).toBe(codes.success)
  })
})
