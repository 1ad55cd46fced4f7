import { type ParamLevel, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'

let app: TestApp
let admin: TestUser
let mallId: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  const mall = await addOrganization(app.platform, {
    name: 'mall',
    code: 'mall',
    parentId: app.rootId,
  })
  mallId = mall.id
  await addDevices(app, estate, { orgId: mallId, prefix: 'MAL-', count: 3 })
})
afterAll(() => app.close())

const fresh = () => addParamTemplate(app, { pids: ['host'] })
type At = Partial<Record<'orgId' | 'groupId' | 'deviceId', string>>

async function assign(level: ParamLevel, at: At, of: Awaited<ReturnType<typeof fresh>>) {
  const { appId, revId: templateRevId } = of
  return admin.call(params.add, {
    body: { name: `${level} one`, level, appId, templateRevId, ...at },
  })
}

async function type(id: string, values: Record<string, string>, who = admin) {
  const { version } = await who.get(params.detail, { params: { id } })
  return who.get(params.draft, {
    params: { id },
    body: { version, values, secrets: {}, keptSecrets: [] },
  })
}

async function activate(id: string, who = admin) {
  const { version } = await who.get(params.detail, { params: { id } })
  const { count } = await who.get(params.impact, { params: { id } })
  return who.call(params.activate, { params: { id }, body: { version, count } })
}

const approvalFrom = (count: number) =>
  sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', ${String(count)})
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

const window = (minutes: number) =>
  sql`insert into parameter (key, group_code, value_type, value)
    values ('param.approval.minutes', 'task', 'int', ${String(minutes)})
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

describe('a second person for what one does in small steps', () => {
  it('is asked for also where one person puts few in force by calls side by side', async () => {
    const of = await fresh()
    const sara = await signedIn(app, { isSuperAdmin: true })
    const { rows } = await sql<{ id: string }>`select id from device
      where org_id = ${mallId}`.execute(app.platform.db)
    const ids: string[] = []
    for (const { id: at } of rows) {
      const { id } = (await assign('DEVICE', { deviceId: at }, of)).data
      await type(id, { host: 'x' }, sara)
      ids.push(id)
    }
    await window(60)
    await approvalFrom(2)
    try {
      const found = await Promise.all(ids.map((id) => activate(id, sara)))
      expect(found.map(({ data }) => data.state).toSorted()).toEqual([
        'ACTIVE',
        'PENDING_APPROVAL',
        'PENDING_APPROVAL',
      ])
    } finally {
      await approvalFrom(0)
      await window(0)
    }
  })

  it('is waited for no longer by what was asked for one by one, once the while is over', async () => {
    const of = await fresh()
    const sara = await signedIn(app, { isSuperAdmin: true })
    const { rows } = await sql<{ id: string }>`select id from device
      where org_id = ${mallId}`.execute(app.platform.db)
    const ids: string[] = []
    for (const { id: at } of rows) {
      const { id } = (await assign('DEVICE', { deviceId: at }, of)).data
      await type(id, { host: 'x' }, sara)
      ids.push(id)
    }
    const states = () =>
      Promise.all(ids.map(async (id) => (await admin.get(params.detail, { params: { id } })).state))
    const [, second = '', third = ''] = ids
    await window(60)
    await approvalFrom(2)
    try {
      for (const id of ids) await activate(id, sara)
      expect(await states()).toEqual(['ACTIVE', 'PENDING_APPROVAL', 'PENDING_APPROVAL'])
      await window(0)
      expect((await activate(second, sara)).data).toMatchObject({ state: 'ACTIVE' })
      // An edit takes the other back.
      await type(third, { host: 'y' }, sara)
      expect(await states()).toEqual(['ACTIVE', 'ACTIVE', 'DRAFT'])
    } finally {
      await approvalFrom(0)
      await window(0)
    }
  })

  it('is disabled and revoked by two persons also in small steps', async () => {
    const of = await fresh()
    const { rows } = await sql<{ id: string }>`select id from device
      where org_id = ${mallId}`.execute(app.platform.db)
    const ids: string[] = []
    for (const { id: at } of rows) {
      const { id } = (await assign('DEVICE', { deviceId: at }, of)).data
      await type(id, { host: 'x' })
      await activate(id)
      ids.push(id)
    }
    const [lina, sara] = [
      await signedIn(app, { isSuperAdmin: true }),
      await signedIn(app, { isSuperAdmin: true }),
    ]
    await window(60)
    await approvalFrom(3)
    try {
      const set = (some: string[], status: '0' | '1', who: TestUser) =>
        who.call(params.setStatusMany, { params: { status }, body: { ids: some } })
      const states = async () =>
        Promise.all(
          ids.map(async (id) => (await admin.get(params.detail, { params: { id } })).status),
        )
      const all = await set(ids, '0', sara)
      expect(await states()).toEqual([1, 1, 1])
      // Each of them is in force for one terminal only.
      expect(JSON.stringify(all)).toContain('what else you change with it')
      // By few at once, too.
      await set(ids.slice(0, 2), '0', sara)
      expect(await states()).toEqual([0, 0, 1])
      await set(ids.slice(2), '0', sara)
      expect(await states()).toEqual([0, 0, 1])
      const revoke = async (id: string, who: TestUser) => {
        const { version } = await who.get(params.detail, { params: { id } })
        return (await who.call(params.revoke, { params: { id }, body: { version } })).data
      }
      const [, , last = ''] = ids
      expect(await revoke(last, sara)).toMatchObject({ askedFor: 'REVOKE' })
      expect(await revoke(last, lina)).toMatchObject({ state: 'REVOKED' })
    } finally {
      await approvalFrom(0)
      await window(0)
    }
  })

  it('is asked for also where each record is destroyed once it is out of force', async () => {
    const of = await fresh()
    const sara = await signedIn(app, { isSuperAdmin: true })
    const { rows } = await sql<{ id: string }>`select id from device
      where org_id = ${mallId}`.execute(app.platform.db)
    const ids: string[] = []
    for (const { id: at } of rows) {
      const { id } = (await assign('DEVICE', { deviceId: at }, of)).data
      await type(id, { host: 'x' })
      await activate(id)
      ids.push(id)
    }
    await window(60)
    await approvalFrom(2)
    try {
      const [first = '', next = ''] = ids
      const revoke = async (id: string) => {
        const { version } = await sara.get(params.detail, { params: { id } })
        return (await sara.call(params.revoke, { params: { id }, body: { version } })).data
      }
      expect(await revoke(first)).toMatchObject({ state: 'REVOKED' })
      await sql`delete from param_assignment where id = ${first}`.execute(app.platform.db)
      expect(await revoke(next)).toMatchObject({ askedFor: 'REVOKE' })
    } finally {
      await approvalFrom(0)
      await window(0)
    }
  })

  it('holds no record while it waits for what the same person does just now', async () => {
    const of = await fresh()
    const { id } = (await assign('ORG', { orgId: mallId }, of)).data
    await type(id, { host: 'x' })
    const user = await sql<{
      id: string
    }>`select id from app_user where user_name = 'layla'`.execute(app.platform.db)
    const { version } = await admin.get(params.detail, { params: { id } })
    const { count } = await admin.get(params.impact, { params: { id } })
    const calls = [
      () => admin.call(params.activate, { params: { id }, body: { version, count } }),
      () => admin.call(params.activateMany, { body: { ids: [id] } }),
      () => admin.call(params.setStatusMany, { params: { status: '0' }, body: { ids: [id] } }),
      () => admin.call(params.revoke, { params: { id }, body: { version } }),
    ]
    await approvalFrom(1000)
    try {
      for (const call of calls) {
        let late: Promise<unknown> | undefined
        await app.platform.db.transaction().execute(async (trx) => {
          await sql`select pg_advisory_xact_lock(hashtextextended('alone ' || ${user.rows[0]?.id}::text, 0))`.execute(
            trx,
          )
          late = call()
          await untilLockWaits(app.platform.db)
          const free = await sql`select from param_assignment where id = ${id}
            for update nowait`.execute(trx)
          expect(free.rows).toHaveLength(1)
        })
        await late
      }
    } finally {
      await approvalFrom(0)
    }
  })

  it('counts nothing where nobody ever needs one', async () => {
    const of = await fresh()
    const { id } = (await assign('ORG', { orgId: mallId }, of)).data
    await type(id, { host: 'x' })
    await activate(id)
    await admin.get(params.setStatusMany, { params: { status: '0' }, body: { ids: [id] } })
    const { rows } = await sql`select from param_alone where ref_id = ${id}`.execute(
      app.platform.db,
    )
    expect(rows).toHaveLength(0)
  })
})
