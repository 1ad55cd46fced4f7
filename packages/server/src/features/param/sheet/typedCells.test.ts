import { effectiveParams, paramDicts, params } from '@muster/contract'
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

/** 30 June 2027 as sheets count days, in the style of days and of moments. */
const [day, moment] = ['<c s="3"><v>46568</v></c>', '<c s="2"><v>46568.5</v></c>']

it('takes a day of a sheet program for a parameter that is a day, and for no other', async () => {
  const shapes = { until: { dataType: 'DATE' } }
  const { appId, revId } = await addParamTemplate(app, { pids: ['until', 'note'], shapes })
  const content = await workbook(
    row(text('sn'), text('until'), text('note')) +
      row(text('BANK00000'), day) +
      row(text('BANK00001'), moment, day),
  )
  const wish = { content, name: 'rows.xlsx', within: revId, onFault: 'skip' } as const
  const { result } = await imported(admin, params.page, wish)
  await followParams(app.platform)
  const asked = { params: { deviceId, appId }, query: {} }
  const { held } = await admin.get(effectiveParams.effective, asked)
  expect(held?.values).toMatchObject([{ pid: 'until', value: '2027-06-30' }])
  expect(result.faults).toMatchObject([
    { row: 3, column: 'note', message: expect.stringMatching(/^The sheet made a day of this/) },
  ])
  const noDay = await workbook(row(text('sn'), text('until')) + row(text('BANK00001'), moment))
  const { result: late } = await imported(admin, params.page, { ...wish, content: noDay })
  expect(late).toMatchObject({ changed: 0, refused: 1 })
})

it('takes them as defaults of the catalogue, too, by the type of the row or of the entry', async () => {
  const body = (...rows: readonly string[]) =>
    workbook(row(...['pid', 'title', 'dataType', 'defaultValue'].map(text)) + rows.join(''))
  const yes = '<c t="b"><v>1</v></c>'
  const first = await body(
    row(text('typed.tip'), text('Tip'), text('BOOL'), text('false')),
    row(text('typed.until'), text('Until'), text('DATE'), day),
    row(text('typed.note'), text('Note'), text('STRING'), day),
  )
  const wish = { name: 'rows.xlsx', onFault: 'skip' } as const
  const { result } = await imported(admin, paramDicts.page, { ...wish, content: first })
  expect(result).toMatchObject({
    added: 2,
    faults: [{ row: 4, message: expect.stringMatching(/^The sheet made a day of this/) }],
  })
  const content = await workbook(
    row(text('pid'), text('defaultValue')) + row(text('Typed.Tip'), yes),
  )
  await imported(admin, paramDicts.page, { ...wish, content, aim: 'existing' })
  const { list } = await admin.get(paramDicts.page, { query: { keyword: 'typed.' } })
  expect(new Map(list.map(({ pid, defaultValue }) => [pid, defaultValue]))).toEqual(
    new Map([
      ['typed.tip', 'true'],
      ['typed.until', '2027-06-30'],
    ]),
  )
})
