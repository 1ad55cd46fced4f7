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
import { followParams } from '../resolve/follow.ts'
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

async function open(ruleId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from param_finding
    where rule_id = ${ruleId} and closed_at is null`.execute(app.platform.db)
  return Number(rows[0]?.count)
}

async function waiting(): Promise<number> {
  const { rows } = await sql`select from param_group_waiting`.execute(app.platform.db)
  return rows.length
}

it('one that says something else is found at once, all others part by part, and all are let go likewise', async () => {
  const of = await addParamTemplate(app, { pids: ['mid', 'host'], secretPids: [] })
  const rule = await admin.get(consistencyRules.add, {
    body: {
      name: 'One host',
      orgId: app.rootId,
      kind: 'ONE_EACH',
      appId: of.appId,
      pid: 'host',
      byPid: 'mid',
      severity: 'WARN',
    },
  })
  await judgeAnew(app.platform)
  await assign(of, { orgId: shops }, 'a')
  expect(await open(rule.id)).toBe(0)

  const own = await assign(of, { deviceId: odd }, 'b')
  const found = await open(rule.id)
  expect(found).toBeGreaterThan(0)
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
