import { variables } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let admin: TestUser
let estate: Estate
let ids: string[]

beforeAll(async () => {
  app = await startTaskApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  estate = await addEstate(app)
  ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'SEC-', count: 3 })
})
afterAll(() => app.close())

const sheet = [
  ['SN', '${till}', '${desk}', '${lane}'],
  ['SEC-00000', 'canary-a', 'canary-b', '1'],
  ['SEC-00001', '', 'canary-c', ''],
  ['SEC-00002', '', '', '2'],
]

it('a secret variable is told by no sheet, and nothing is kept of what that says', async () => {
  const [deviceId, otherId] = ids
  const secret = { type: 'SECRET', value: null, secretValue: 'sealed' } as const
  const at = { level: 'DEVICE' } as const
  await admin.get(variables.add, {
    body: { key: 'till', level: 'ORG', orgId: app.rootId, ...secret },
  })
  await admin.get(variables.add, {
    body: { key: 'desk', type: 'TEXT', value: '1', ...at, deviceId: otherId },
  })
  const { id } = await admin.get(variables.add, {
    body: { key: 'desk', ...secret, ...at, deviceId },
  })
  // One that is switched off is a secret all the same.
  await admin.get(variables.setStatus, { params: { id, status: '0' } })
  for (const mode of ['check', 'apply'] as const) {
    const { result } = await imported(admin, variables.page, {
      content: csv(...sheet),
      mode,
      onFault: 'skip',
    })
    expect(result).toMatchObject({ changed: 1, refused: 2 })
    expect(result.faults.map(({ row, column, value }) => [row, column, value])).toEqual([
      [2, '${desk}', '•••'],
      [2, '${till}', '•••'],
      [3, '${desk}', '•••'],
    ])
  }
  const { rows } = await sql`select from import_row where cells::text like '%canary-%'
    union all select from global_param where value like '%canary-%'`.execute(app.platform.db)
  expect(rows).toEqual([])
})

it('a secret of one organisation closes its name to nobody beside it, and to a terminal that is not known', async () => {
  const add = (code: string) =>
    addOrganization(app.platform, { name: code, code, parentId: app.rootId })
  const [bank, mall] = [await add('bank'), await add('mall')]
  const at = { level: 'ORG', key: 'wifi.key' } as const
  await admin.get(variables.add, {
    body: { ...at, orgId: bank.id, type: 'SECRET', value: null, secretValue: 'sealed' },
  })
  await admin.get(variables.add, { body: { ...at, orgId: mall.id, type: 'TEXT', value: '1' } })
  await addDevices(app, estate, { orgId: bank.id, prefix: 'BNK-', count: 1 })
  await addDevices(app, estate, { orgId: mall.id, prefix: 'MAL-', count: 1 })
  const { result, task } = await imported(admin, variables.page, {
    content: csv(
      ['SN', '${wifi.key}', '${note}'],
      ['BNK-00000', 'canary-bank', ''],
      ['mal-00000', 'open', 'one'],
      ['GONE', 'canary-gone', 'two'],
    ),
    onFault: 'skip',
  })
  expect(result).toMatchObject({ changed: 1, refused: 2 })
  const { rows } = await sql<{ cells: Record<string, string> }>`select cells from import_row
    where task_id = ${task.id} and state = 'REFUSED' order by number`.execute(app.platform.db)
  expect(rows.map(({ cells }) => [cells[':wifi.key'], cells[':note']])).toEqual([
    ['•••', undefined],
    ['•••', 'two'],
  ])
})
