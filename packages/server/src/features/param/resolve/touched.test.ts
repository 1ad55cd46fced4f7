import { params, variables } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { whileFollowing } from '../../../../test/whileFollowing.ts'
import { followParams } from './follow.ts'
import { terminalsTouched } from './touched.queries.ts'

const count = 8
let app: TestApp
let admin: TestUser
let estate: Estate

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'TCH', count })
  await assign({ host: '${my.host}' }, ['host'])
  await followParams(app.platform)
})
afterAll(() => app.close())

/** Another application whose parameters everybody has these values of from now on. */
async function assign(values: Record<string, string>, pids: readonly string[]): Promise<void> {
  const of = await addParamTemplate(app, { pids })
  const named = Object.values(values).flatMap((text) => /\$\{(.+)\}/.exec(text)?.slice(1) ?? [])
  for (const key of named)
    await admin.get(variables.add, {
      body: { key, type: 'TEXT', level: 'ORG', orgId: app.rootId, value: 'h' },
    })
  const at = { level: 'ORG', orgId: app.rootId, appId: of.appId, templateRevId: of.revId } as const
  const { id, version } = await admin.get(params.add, { body: { name: pids.join(' '), ...at } })
  const drafted = await admin.get(params.draft, {
    params: { id },
    body: { version, values, secrets: {}, keptSecrets: [] },
  })
  const body = { version: drafted.version, count }
  await admin.get(params.activate, { params: { id }, body })
}

/** Who is met where a variable of everybody's has changed, by this and by more keys. */
const touchedBy = (keys: readonly string[], most: number) =>
  app.platform.db.transaction().execute(async (trx) => {
    await sql`insert into param_touched (key, deliver_now, at)
      select key, false, now() from unnest(${[...keys]}::text[]) as key`.execute(trx)
    const touched = await terminalsTouched(trx, most)
    await sql`delete from param_touched where at = now()`.execute(trx)
    return touched?.length ?? null
  })

it('names each terminal once, however it is met', async () => {
  expect(await touchedBy(['my.host'], 100)).toBe(count)
  expect(await touchedBy(['my.host', 'my.host'], 100)).toBe(count)
  expect(await touchedBy(['nobody.names'], 100)).toBe(0)
})

it('names nobody where there are more than are asked for, and stops looking', async () => {
  expect(await touchedBy(['my.host'], count)).toBe(count)
  expect(await touchedBy(['my.host'], count - 1)).toBeNull()
  expect(await touchedBy(['my.host'], 1)).toBeNull()
  // It is for everybody, though nobody names it.
  expect(await touchedBy(['nobody.names'], 0)).toBeNull()
})

/** An application one of whose parameters has its value from the dictionary. */
async function assignDefault(pid: string, value: string): Promise<void> {
  await sql`insert into param_dict (pid, title, data_type, default_value)
    values (${pid}, ${pid}, 'STRING', ${value})`.execute(app.platform.db)
  await assign({ [`${pid}.mode`]: 'any' }, [`${pid}.mode`, pid])
}

async function changeDefault(pid: string, value: string): Promise<void> {
  await sql`update param_dict set default_value = ${value} where pid = ${pid}`.execute(
    app.platform.db,
  )
  await followParams(app.platform)
}

/** Which values of a parameter terminals should have, and how many of them. */
async function defaultsHeld(pid: string) {
  const { rows } = await sql<{ value: string; terminals: number }>`
    select own.value, count(*)::integer as terminals
      from param_desired held join param_set on param_set.id = held.set_id
        join param_value own on own.id = any(param_set.value_ids) and own.pid = ${pid}
      where held.until is null group by 1`.execute(app.platform.db)
  return rows
}

describe('what changes while terminals are just getting what it is in', () => {
  it('comes to them, where it is a variable', async () => {
    await assign({ port: '${my.port}' }, ['port'])
    await whileFollowing(app, async () => {
      await sql`update global_param set value = 'changed' where key = 'my.port'`.execute(
        app.platform.db,
      )
      await followParams(app.platform)
    })
    const { rows } = await sql<{ port: string; terminals: number }>`
      select variables ->> 'my.port' as port, count(*)::integer as terminals from param_desired
        where until is null and variables ? 'my.port' group by 1`.execute(app.platform.db)
    expect(rows).toEqual([{ port: 'changed', terminals: count }])
  })

  it('comes to them, where it is a default that nobody had yet', async () => {
    await assignDefault('tone', 'low')
    await whileFollowing(app, () => changeDefault('tone', 'high'))
    expect(await defaultsHeld('tone')).toEqual([{ value: 'high', terminals: count }])
  })

  it('comes to them, where it is a default of the dictionary', async () => {
    await assignDefault('speed', 'slow')
    await followParams(app.platform)
    await addDevices(app, estate, { orgId: app.rootId, prefix: 'LATE', count: 1 })
    await whileFollowing(app, () => changeDefault('speed', 'fast'))
    expect(await defaultsHeld('speed')).toEqual([{ value: 'fast', terminals: count + 1 }])
  })
})

it('what a group is given comes to who was just joining it', async () => {
  const { db, pool } = app.platform
  const of = await addParamTemplate(app, { pids: ['pin'] })
  const { rows: made } = await sql<{
    id: string
  }>`insert into device_group (name, type, org_id, max_members)
    values ('Joined', 'STATIC', ${app.rootId}, 10) returning id`.execute(db)
  const groupId = made[0]?.id ?? ''
  const join = `insert into device_group_member (group_id, device_id)
    select $1, id from device where sn = $2`
  await pool.query(join, [groupId, 'TCH00000'])
  const at = { level: 'GROUP', groupId, appId: of.appId, templateRevId: of.revId } as const
  const { id, version } = await admin.get(params.add, { body: { name: 'Given', ...at } })
  const drafted = await admin.get(params.draft, {
    params: { id },
    body: { version, values: { pin: '1' }, secrets: {}, keptSecrets: [] },
  })
  const joining = await pool.connect()
  await joining.query('begin')
  await joining.query('select from device_group where id = $1 for share', [groupId])
  await joining.query(join, [groupId, 'TCH00001'])
  const body = { version: drafted.version, count: 1 }
  await admin.get(params.activate, { params: { id }, body })
  await followParams(app.platform)
  await joining.query('commit')
  joining.release()
  await followParams(app.platform)
  const { rows } = await sql<{ sn: string }>`select device.sn from param_desired held
    join device on device.id = held.device_id
    where held.until is null and held.app_id = ${of.appId} order by 1`.execute(db)
  expect(rows.map(({ sn }) => sn)).toEqual(['TCH00000', 'TCH00001'])
})
