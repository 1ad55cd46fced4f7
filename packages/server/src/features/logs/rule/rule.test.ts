import { codes, type LogRule, logFiles, logRules } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { followPushes } from '../../device/push/follow.ts'
import { pullByRules } from './pullByRules.ts'

let app: TestApp
let estate: Estate
let shopId: string
let admin: TestUser
let rootDevice: string
let shopDevice: string

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  const { platform, rootId } = app
  ;({ id: shopId } = await addOrganization(platform, { name: 'S', code: 's', parentId: rootId }))
  admin = await signedIn(app, { isSuperAdmin: true })
  const [a = ''] = await addDevices(app, estate, { orgId: rootId, prefix: 'ROOT', count: 1 })
  const [b = ''] = await addDevices(app, estate, { orgId: shopId, prefix: 'SHOP', count: 1 })
  ;[rootDevice, shopDevice] = [a, b]
})
afterAll(() => app.close())

const run = (text: ReturnType<typeof sql>) => text.execute(app.platform.db)
beforeEach(async () => {
  await run(sql`delete from log_signal`)
  await run(sql`delete from alarm`)
})
afterEach(() => run(sql`update log_rule set status = 0`))

let made = 0
async function addRule(more: object = {}, user = admin): Promise<LogRule> {
  made += 1
  return user.get(logRules.add, {
    body: { name: `Rule ${made}`, orgId: app.rootId, condition: 'CRASH', ...more },
  })
}

const crashed = (deviceId: string, name = 'com.example.pay') =>
  run(sql`insert into device_event (id, device_id, code, is_over, data, happened_at)
    values (uuid7(), ${deviceId}, 'APP_CRASHED', false, ${JSON.stringify({ package: name })}, now())`)

/** The pulls that a rule has led to, by terminal. */
async function pulls(rule: LogRule): Promise<string[]> {
  await pullByRules(app.platform)
  await followPushes({ ...app.platform, now: () => new Date() })
  const { list } = await admin.get(logFiles.page, { query: { pageSize: '100' } })
  // Nobody is asked for logs twice at a time.
  await run(sql`update push_item set state = 'SUCCESS', ended_at = now() where ended_at is null`)
  return list.flatMap(({ ruleName, sn }) => (ruleName === rule.name ? [sn] : []))
}

let home: string

lifecycleSpec(logRules, {
  prepare: async ({ rootId }) => {
    home = rootId
  },
  make: (n) => ({ name: `Rule of ${n}`, orgId: home, condition: 'CRASH', remark: `About ${n}` }),
  text: 'remark',
  unique: 'name',
})

describe('a rule', () => {
  it('pulls when an application crashes, and rests until its cool-down is over', async () => {
    const rule = await addRule({ types: ['CRASH'], maxMb: 3, cooldownHours: 2 })
    await crashed(shopDevice)
    await crashed(shopDevice)
    expect(await pulls(rule)).toEqual(['SHOP00000'])
    await crashed(shopDevice)
    expect(await pulls(rule)).toHaveLength(1)
    await run(sql`update log_rule_fired set at = at - interval '3 hours'`)
    await crashed(shopDevice)
    expect(await pulls(rule)).toHaveLength(2)
    const { list } = await admin.get(logFiles.page, { query: { trigger: 'CRASH' } })
    expect(list[0]).toMatchObject({ types: ['CRASH'], trigger: 'CRASH', ruleName: rule.name })
    const { firedCount } = await admin.get(logRules.detail, { params: { id: rule.id } })
    expect(firedCount).toBe(2)
  })

  it('pulls once, however many processes look at once', async () => {
    const rule = await addRule()
    for (let n = 0; n < 5; n += 1) await crashed(rootDevice)
    await Promise.all(Array.from({ length: 4 }, () => pullByRules(app.platform)))
    expect(await pulls(rule)).toEqual(['ROOT00000'])
  })

  it('means some packages, organisations and groups', async () => {
    const { rows } = await sql<{
      id: string
    }>`insert into device_group (name, org_id, type, max_members, state)
      values (${`Group ${made}`}, ${app.rootId}, 'STATIC', 10, 'READY') returning id`.execute(
      app.platform.db,
    )
    const groupId = rows[0]?.id ?? ''
    await run(
      sql`insert into device_group_member (group_id, device_id) values (${groupId}, ${rootDevice})`,
    )
    const wishes = [{ package: 'com.example.other' }, { orgId: shopId }, { groupId }]
    const seen = []
    for (const wish of wishes) {
      const rule = await addRule(wish)
      await crashed(rootDevice)
      await crashed(shopDevice)
      seen.push(await pulls(rule))
      await run(sql`update log_rule set status = 0`)
    }
    expect(seen).toEqual([[], ['SHOP00000'], ['ROOT00000']])
  })

  it('pulls when an alarm is raised, or raised again, of the kinds that it names', async () => {
    const rule = await addRule({ condition: 'ALARM', alarmKinds: ['BATTERY'] })
    const raise = (kind: string) =>
      run(sql`insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id)
        select id, ${kind}, 'LOW', org_id, vendor_id, model_id from device where id = ${shopDevice}`)
    await raise('PAPER')
    expect(await pulls(rule)).toEqual([])
    await raise('BATTERY')
    expect(await pulls(rule)).toEqual(['SHOP00000'])
    await run(sql`update log_rule_fired set at = at - interval '9 days'`)
    await run(sql`update alarm set closed_at = now(), state = 'CLOSED' where kind = 'BATTERY'`)
    expect(await pulls(rule)).toHaveLength(1)
    await run(sql`update alarm set closed_at = null, state = 'OPEN' where kind = 'BATTERY'`)
    expect(await pulls(rule)).toHaveLength(2)
  })

  it('pulls when a task fails, but not when a pull does', async () => {
    const rule = await addRule({ condition: 'TASK' })
    const fail = async (cmd: string) => {
      const { rows } = await sql<{
        id: string
      }>`insert into push_item (push_id, device_id, cmd, state, expires_at)
        values (uuid7(), ${rootDevice}, ${cmd}, 'RUNNING', now() + interval '1 day') returning id`.execute(
        app.platform.db,
      )
      await run(
        sql`update push_item set state = 'FAILED', ended_at = now() where id = ${rows[0]?.id}`,
      )
    }
    await fail('LOG_PULL')
    expect(await pulls(rule)).toEqual([])
    await fail('SYNC')
    expect(await pulls(rule)).toEqual(['ROOT00000'])
  })

  it('pulls from no terminal that whoever wrote it does not see, or may not ask', async () => {
    const permissions = ['LIST', 'ADD', 'EDIT'].map((name) => `MANAGE_DEVICE_LOG_RULE_${name}`)
    const own = { orgId: shopId, permissions: [...permissions, 'DEVICE_LOG_PULL'] }
    const keeper = await signedIn(app, own)
    const rule = await addRule({ orgId: shopId }, keeper)
    await run(sql`update log_rule set org_id = ${app.rootId} where id = ${rule.id}`)
    await crashed(rootDevice)
    await crashed(shopDevice)
    expect(await pulls(rule)).toEqual(['SHOP00000'])
    const weak = await signedIn(app, { orgId: shopId, permissions })
    const body = { name: 'No', orgId: shopId, condition: 'CRASH' as const }
    expect((await weak.call(logRules.add, { body })).code).toBe(codes.forbidden)
    await run(sql`update log_rule_fired set at = at - interval '9 days'`)
    await run(sql`update app_user set status = 0 where id = ${keeper.userId}`)
    await crashed(shopDevice)
    expect(await pulls(rule)).toHaveLength(1)
  })

  it('costs nothing where there is none', async () => {
    await crashed(rootDevice)
    const { rows } = await sql`select from log_signal`.execute(app.platform.db)
    expect(rows).toEqual([])
  })
})
