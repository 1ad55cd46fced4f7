import { consistencyRules, params, type ParsedOf, variables } from '@muster/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followParams } from '../resolve/follow.ts'
import { judgeAnew } from '../rule/judge.ts'

let app: TestApp
let admin: TestUser
let of: Awaited<ReturnType<typeof addParamTemplate>>
let ruleIds: string[] = []
let name: string
let made = 0

/** One more than are judged at once. */
const many = 1001
const sns = Array.from({ length: many }, (_, nth) => `ROW${String(nth).padStart(5, '0')}`)
const [one = '', other = ''] = sns

beforeAll(async () => {
  app = await startTaskApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'ROW', count: many })
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const id of ruleIds)
    await admin.get(consistencyRules.setStatus, { params: { id, status: '0' } })
  ruleIds = []
  name = `Rule ${++made}`
  of = await addParamTemplate(app, { pids: ['host', 'port', 'tid'] })
})

async function bring(...rows: readonly (readonly string[])[]) {
  const { result } = await imported(admin, params.page, { content: csv(...rows), within: of.revId })
  await followParams(app.platform)
  return result
}

type Form = ParsedOf<(typeof consistencyRules)['add']>['body']

async function refuseBy(more: Pick<Form, 'kind' | 'pid'> & Partial<Form>): Promise<void> {
  const { id } = await admin.get(consistencyRules.add, {
    body: { name, orgId: app.rootId, appId: of.appId, severity: 'REFUSE', ...more },
  })
  ruleIds.push(id)
  await judgeAnew(app.platform)
}

it('takes what leaves a break as it was before the rule, with one value for one terminal', async () => {
  await bring(['sn', 'port'], [one, '1'], [other, '1'])
  await refuseBy({ kind: 'UNIQUE', pid: 'port' })
  const result = await bring(['sn', 'host'], [one, 'a'], [other, 'b'])
  expect(result).toMatchObject({ changed: 2, refused: 0 })
})

it('takes what leaves a break as it was before the rule, with one value for each of another', async () => {
  await bring(['sn', 'host', 'port'], [one, 'h', '1'], [other, 'h', '2'])
  await refuseBy({ kind: 'ONE_EACH', pid: 'port', byPid: 'host' })
  const result = await bring(['sn', 'tid'], [one, 'a'], [other, 'b'])
  expect(result).toMatchObject({ changed: 2, refused: 0 })
})

it('takes a sheet of variables that says what they say already', async () => {
  of = await addParamTemplate(app, { pids: ['tid', 'host'], defaults: { tid: '${row.tid}' } })
  await bring(['sn', 'host'], [one, 'a'], [other, 'a'])
  const rows = [
    ['sn', '${row.tid}'],
    [one, 'V1'],
    [other, 'V1'],
  ]
  const say = () => imported(admin, variables.page, { content: csv(...rows) })
  expect((await say()).result).toMatchObject({ refused: 0 })
  await followParams(app.platform)
  await refuseBy({ kind: 'UNIQUE', pid: 'tid' })
  expect((await say()).result).toMatchObject({ same: 2, refused: 0 })
})

it('is asked of the whole sheet, however many batches it is', async () => {
  await refuseBy({ kind: 'UNIQUE', pid: 'port' })
  const last = sns.at(-1) ?? ''
  const rows = sns.map((sn, nth) => [sn, sn === last ? '0' : String(nth)])
  const { faults, refused } = await bring(['sn', 'port'], ...rows)
  expect(refused).toBe(1)
  expect(faults.map(({ row, column, message }) => [row, column, message])).toEqual([
    [many + 1, 'port', `It breaks: ${name}`],
  ])
})
