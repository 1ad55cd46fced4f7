import { type ConsistencyRule, consistencyRules, paramFindings, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addParams } from '../../../../test/paramEstate.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followParams } from '../resolve/follow.ts'
import { judgeAnew } from './judge.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'CHG-', count: 2 })
  await addParams(app, [{ pid: 'host' }, { pid: 'mid' }, { pid: 'tid' }])
  const of = await addParamTemplate(app, { pids: ['host', 'mid', 'tid'] })
  const { id, version } = await admin.get(params.add, {
    body: {
      name: 'All',
      level: 'ORG',
      orgId: app.rootId,
      appId: of.appId,
      templateRevId: of.revId,
    },
  })
  const draft = { version, values: { host: 'x', mid: 'x', tid: 'y' }, secrets: {}, keptSecrets: [] }
  const saved = await admin.get(params.draft, { params: { id }, body: draft })
  const body = { version: saved.version, count: 2 }
  await admin.get(params.activate, { params: { id }, body })
  await followParams(app.platform)
})
afterAll(() => app.close())

type Changed = Partial<Pick<ConsistencyRule, 'pid' | 'byPid' | 'allowed'>>
async function change({ id }: ConsistencyRule, more: Changed): Promise<void> {
  const { version, ...form } = await admin.get(consistencyRules.detail, { params: { id } })
  const { name, orgId, kind, pid, byPid, allowed, severity } = form
  await admin.get(consistencyRules.update, {
    body: { id, version, name, orgId, kind, pid, byPid, allowed, severity, ...more },
  })
  await judgeAnew(app.platform)
}

async function found({ id: ruleId }: ConsistencyRule, state: 'OPEN' | 'CLOSED', who = admin) {
  const { list } = await who.get(paramFindings.page, {
    query: { pageNum: 1, pageSize: 50, ruleId, state, sn: 'CHG-00000' },
  })
  return list.map(({ pid, value }) => [pid, value])
}

const add = (more: Changed & Pick<ConsistencyRule, 'name' | 'kind' | 'pid'>) =>
  admin.get(consistencyRules.add, { body: { orgId: app.rootId, severity: 'WARN', ...more } })

it('what was found names the parameter that its rule was about then', async () => {
  const rule = await add({ name: 'Among', kind: 'AMONG', pid: 'host', allowed: ['good'] })
  await judgeAnew(app.platform)
  expect(await found(rule, 'OPEN')).toEqual([['host', 'x']])
  // The same value of another one is another finding.
  await change(rule, { pid: 'mid' })
  expect(await found(rule, 'OPEN')).toEqual([['mid', 'x']])
  await change(rule, { pid: 'tid', allowed: ['y'] })
  expect(await found(rule, 'OPEN')).toEqual([])
  expect(await found(rule, 'CLOSED')).toEqual([['mid', 'x']])
  // Who may not see that one is not told its value, though he may see the one of now.
  await sql`update param_dict set access_level = 'ADVANCED' where pid = 'mid'`.execute(
    app.platform.db,
  )
  const clerk = await signedIn(app, { permissions: ['PARAM_RULE_LIST'], orgId: app.rootId })
  expect(await found(rule, 'CLOSED', clerk)).toEqual([['mid', null]])
})

it('so does what terminals have against each other', async () => {
  const rule = await add({ name: 'Unique', kind: 'UNIQUE', pid: 'host' })
  await judgeAnew(app.platform)
  expect(await found(rule, 'OPEN')).toEqual([['host', 'x']])
  await change(rule, { pid: 'mid' })
  expect(await found(rule, 'OPEN')).toEqual([['mid', 'x']])
  await sql`update param_finding set pid = null where rule_id = ${rule.id}`.execute(app.platform.db)
  // Of what is older than this is kept: as the rule has it.
  await change(rule, { pid: 'host' })
  expect(await found(rule, 'OPEN')).toEqual([['host', 'x']])
})
