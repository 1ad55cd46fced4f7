import { codes, consistencyRules, params, type ParsedOf, variables } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followParams } from '../resolve/follow.ts'
import { judgeAnew } from './judge.ts'

let app: TestApp
let admin: TestUser
let ids: string[]

beforeAll(async () => {
  app = await startTaskApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'OWN-', count: 3 })
  const of = await addParamTemplate(app, {
    pids: ['tid', 'host'],
    defaults: { tid: '${own.tid}' },
  })
  const { appId } = of
  const everybody = { level: 'ORG' as const, orgId: app.rootId }
  const { id, version } = await admin.get(params.add, {
    body: { name: 'All', ...everybody, appId, templateRevId: of.revId },
  })
  const values = { host: 'h' }
  const drafted = await admin.get(params.draft, {
    params: { id },
    body: { version, values, secrets: {}, keptSecrets: [] },
  })
  await admin.get(params.activate, {
    params: { id },
    body: { version: drafted.version, count: ids.length },
  })
  await followParams(app.platform)
  await admin.get(consistencyRules.add, {
    body: {
      name: 'One terminal each',
      orgId: app.rootId,
      kind: 'UNIQUE',
      appId,
      pid: 'tid',
      severity: 'REFUSE',
    },
  })
  await judgeAnew(app.platform)
})
afterAll(() => app.close())

type Form = ParsedOf<(typeof variables)['add']>['body']
const add = (more: Partial<Form>) =>
  admin.call(variables.add, {
    body: { key: 'own.tid', type: 'TEXT', level: 'DEVICE', value: '', ...more },
  })

async function said(): Promise<(string | null)[]> {
  const { rows } = await sql<{ value: string }>`select value from global_param
    where key = 'own.tid' and deleted_at is null order by value`.execute(app.platform.db)
  return rows.map(({ value }) => value)
}

async function found(): Promise<number> {
  await followParams(app.platform)
  const { rows } = await sql`select from param_finding where closed_at is null`.execute(
    app.platform.db,
  )
  return rows.length
}

it('variables that make values break a rule are refused, with the terminals, and nothing is written', async () => {
  expect((await add({ deviceId: ids[0] ?? '', value: 'V1' })).code).toBe(codes.success)
  const second = await add({ deviceId: ids[1] ?? '', value: 'V1' })
  expect(second.code).toBe(codes.warning)
  expect(second.msg).toBe('It breaks: One terminal each (OWN-00000, OWN-00001)')
  const other = await add({ deviceId: ids[1] ?? '', value: 'V2' })
  expect(other.code).toBe(codes.success)
  // What all have is the same for all.
  const everywhere = { level: 'ORG' as const, orgId: app.rootId, value: 'V3' }
  await add({ deviceId: ids[2] ?? '', value: 'V4' })
  expect((await add(everywhere)).code).toBe(codes.success)
  expect(await said()).toEqual(['V1', 'V2', 'V3', 'V4'])
  const { list } = await admin.get(variables.page, {
    query: { pageNum: 1, pageSize: 10, key: 'own.tid' },
  })
  const own = list.filter(({ level }) => level === 'DEVICE').map(({ id }) => id)
  // Without their own two of them would have what all have.
  const gone = await admin.call(variables.removeMany, { body: { ids: own } })
  expect(gone.code).toBe(codes.warning)
  expect(await said()).toEqual(['V1', 'V2', 'V3', 'V4'])
  expect(await found()).toBe(0)
})

it('a sheet of variables is refused row by row', async () => {
  const rows = [
    ['sn', '${own.tid}'],
    ['OWN-00001', 'V1'],
    ['OWN-00002', 'V6'],
  ]
  const bring = (more: object) =>
    imported(admin, variables.page, { content: csv(...rows), ...more })
  const checked = await bring({ mode: 'check' })
  const sentence = 'tid: It breaks: One terminal each'
  expect(checked.result.faults.map(({ row, message }) => [row, message])).toEqual([[2, sentence]])
  expect(await said()).toEqual(['V1', 'V2', 'V3', 'V4'])
  const { result } = await bring({ onFault: 'skip' })
  expect(result).toMatchObject({ changed: 1, refused: 1 })
  expect(await found()).toBe(0)
})
