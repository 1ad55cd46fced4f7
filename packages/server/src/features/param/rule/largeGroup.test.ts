import { consistencyRules, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { keepValues } from '../param.worker.ts'
import { followParams } from '../resolve/follow.ts'
import { findApart } from './findings.queries.ts'
import { judgeAnew, judgeRest } from './judge.ts'

// A rule that compares terminals, and more of them in one group than a statement finds.

const count = 4100

let app: TestApp
let admin: TestUser
let shops: string
let odd = ''

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const { id } = await addOrganization(app.platform, {
    name: 'shops',
    code: 'shops',
    parentId: app.rootId,
  })
  shops = id
  ;[odd = ''] = await addDevices(app, estate, { orgId: shops, prefix: 'SHP-', count })
})
afterAll(() => app.close())

type Template = Awaited<ReturnType<typeof addParamTemplate>>

async function assign(of: Template, at: { orgId?: string; deviceId?: string }, host: string) {
  const level = at.deviceId === undefined ? ('ORG' as const) : ('DEVICE' as const)
  const { id } = await admin.get(params.add, {
    body: { name: level, level, appId: of.appId, templateRevId: of.revId, ...at },
  })
  await say(id, host)
  return id
}

async function say(id: string, host: string): Promise<void> {
  const version = async () => (await admin.get(params.detail, { params: { id } })).version
  await admin.get(params.draft, {
    params: { id },
    body: {
      version: await version(),
      values: { mid: 'M1', host },
      secrets: {},
      keptSecrets: [],
    },
  })
  const impact = await admin.get(params.impact, { params: { id } })
  const body = { version: await version(), count: impact.count }
  await admin.get(params.activate, { params: { id }, body })
  await followParams(app.platform)
}

/** Each merchant has one host. */
const addRule = (of: Template, severity: 'WARN' | 'REFUSE') =>
  admin.get(consistencyRules.add, {
    body: {
      name: `One host of ${of.appId}`,
      orgId: app.rootId,
      kind: 'ONE_EACH',
      appId: of.appId,
      pid: 'host',
      byPid: 'mid',
      severity,
    },
  })

async function open(ruleId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from param_finding
    where rule_id = ${ruleId} and closed_at is null`.execute(app.platform.db)
  return Number(rows[0]?.count)
}

async function isFound(ruleId: string, deviceId: string): Promise<boolean> {
  const { rows } = await sql`select from param_finding
    where rule_id = ${ruleId} and device_id = ${deviceId} and closed_at is null`.execute(
    app.platform.db,
  )
  return rows.length > 0
}

async function waiting(): Promise<number> {
  const { rows } = await sql`select from param_group_waiting`.execute(app.platform.db)
  return rows.length
}

it('one that says something else is found at once, all others part by part, and all are let go likewise', async () => {
  const of = await addParamTemplate(app, { pids: ['mid', 'host'], secretPids: [] })
  const rule = await addRule(of, 'WARN')
  await judgeAnew(app.platform)
  await assign(of, { orgId: shops }, 'a')
  expect(await open(rule.id)).toBe(0)

  const own = await assign(of, { deviceId: odd }, 'b')
  const found = await open(rule.id)
  expect(await isFound(rule.id, odd)).toBe(true)
  expect(found).toBeLessThan(count)
  expect(await waiting()).toBe(1)
  await judgeRest(app.platform)
  expect(await open(rule.id)).toBe(count)
  expect(await waiting()).toBe(0)

  await say(own, 'a')
  const left = await open(rule.id)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(count)
  // It turns before all were let go: who was let go already is found again.
  await say(own, 'b')
  await judgeRest(app.platform)
  expect(await open(rule.id)).toBe(count)
  await say(own, 'a')
  await judgeRest(app.platform)
  expect(await open(rule.id)).toBe(0)
  expect(await waiting()).toBe(0)
})

it('values that a rule refuses are brought to none of a large group, whoever of it is found last', async () => {
  const of = await addParamTemplate(app, { pids: ['mid', 'host'], secretPids: [] })
  await assign(of, { deviceId: odd }, 'b')
  await assign(of, { orgId: shops }, 'a')
  await sql`insert into device_app (device_id, package, version_code, seen_at)
    select id, ${of.package}, 1, now() from device where org_id = ${shops}`.execute(app.platform.db)
  await sql`update param_desired set due_at = now() - interval '1 second', state = 'WAITING'
    where app_id = ${of.appId} and until is null`.execute(app.platform.db)
  // What is written in one go has its moments in no order.
  await sql`update param_desired set since = since - interval '1 second'
    where app_id = ${of.appId} and device_id = ${odd} and until is null`.execute(app.platform.db)
  const rule = await addRule(of, 'REFUSE')
  await keepValues(app.platform)
  expect(await open(rule.id)).toBe(count)
  // Whoever had it first goes on.
  const { rows } = await sql<{ isHeld: boolean; count: number }>`select state = 'HELD' as is_held,
      count(*)::integer as count
    from param_desired where app_id = ${of.appId} and until is null group by 1 order by 1`.execute(
    app.platform.db,
  )
  expect(rows).toEqual([
    { isHeld: false, count: 1 },
    { isHeld: true, count: count - 1 },
  ])
})

it('one large group makes nobody read all that is found for another group', async () => {
  const { db } = app.platform
  const { rows } = await sql<{ ruleId: string }>`select rule_id from param_finding
    where closed_at is null limit 1`.execute(db)
  const [{ ruleId } = { ruleId: '' }] = rows
  expect(await open(ruleId)).toBe(count)
  await sql`vacuum (analyze) param_finding`.execute(db)
  const groups = JSON.stringify([{ rule_id: ruleId, key: '07' }])
  const scans = await db.transaction().execute(async (trx) => {
    // With what this connection has not told yet of the transactions before.
    const scanned = async () => {
      const { rows: told } = await sql<{ count: number }>`select seq_scan::integer as count
        from pg_stat_xact_user_tables where relname = 'param_finding'`.execute(trx)
      return told[0]?.count ?? 0
    }
    const before = await scanned()
    await findApart(trx, { deviceIds: [odd], ruleIds: null, isAll: false }, { groups })
    return (await scanned()) - before
  })
  expect(scans).toBe(0)
})

it('a rule that is switched off while a group waits leaves nothing found', async () => {
  const of = await addParamTemplate(app, { pids: ['mid', 'host'], secretPids: [] })
  const { id } = await addRule(of, 'WARN')
  await judgeAnew(app.platform)
  await assign(of, { orgId: shops }, 'a')
  await assign(of, { deviceId: odd }, 'b')
  expect(await waiting()).toBe(1)
  await admin.get(consistencyRules.setStatus, { params: { id, status: '0' } })
  await judgeRest(app.platform)
  expect(await open(id)).toBe(0)
  expect(await waiting()).toBe(0)
})
