import { effectiveParams, params } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { workbook } from '../../../../test/workbook.ts'
import { followParams } from '../resolve/follow.ts'

let app: TestApp
let admin: TestUser
let deviceId: string

beforeAll(async () => {
  app = await startTaskApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'BANK', count: 2 })
  deviceId = ids[0] ?? ''
})
afterAll(() => app.close())

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (...cells: readonly string[]) => `<row>${cells.join('')}</row>`

it('takes what sheet programs make of true, and refuses a formula without a value', async () => {
  const { appId, revId } = await addParamTemplate(app, { pids: ['host'], flags: ['tip'] })
  const content = await workbook(
    row(text('sn'), text('tip'), text('host')) +
      row(text('BANK00000'), '<c t="b"><v>1</v></c>', text('one')) +
      row(text('BANK00001'), text('false'), '<c><f>A1</f></c>'),
  )
  const wish = { content, name: 'rows.xlsx', within: revId, onFault: 'skip' } as const
  const { result } = await imported(admin, params.page, wish)
  await followParams(app.platform)
  const asked = { params: { deviceId, appId }, query: {} }
  const { held } = await admin.get(effectiveParams.effective, asked)
  expect(held?.values.map(({ pid, value }) => [pid, value]).toSorted()).toEqual([
    ['host', 'one'],
    ['tip', 'true'],
  ])
  expect(result.faults).toMatchObject([
    { row: 3, column: 'host', message: expect.stringMatching(/^The formula has no value/) },
  ])
})
