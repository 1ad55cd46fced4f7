import { apps } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApp } from '../../../test/appEstate.ts'
import { csv, imported, importTo, resultRows } from '../../../test/importing.ts'
import { startTaskApp } from '../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../test/testApp.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTaskApp()
  user = await signedIn(app, { isSuperAdmin: true })
  await addOrganization(app.platform, { name: 'Tigris', code: 'tigris', parentId: app.rootId })
  await sql`insert into app_category (name, code) values ('Payment', 'payment'), ('Tools', 'tools')`.execute(
    app.platform.db,
  )
})
afterAll(() => app.close())

const headings = [
  'Package *',
  'Name',
  'نوع',
  'appType',
  'osKind',
  'orgId',
  'categoryIds',
  'summary',
  'description',
  'visibility',
  'charge',
  'price',
  'currency',
]
const texts = '{"en":"Takes cards"}'
interface Row {
  readonly categories?: string
  readonly summary?: string
  readonly rest?: readonly string[]
}
const row = (pkg: string, { categories = 'payment', summary = texts, rest = [] }: Row = {}) => [
  pkg,
  `App ${pkg}`,
  '',
  'Normal',
  'ANDROID',
  'tigris',
  categories,
  summary,
  texts,
  ...rest,
]
const found = async (keyword: string) =>
  (await user.get(apps.page, { query: { keyword, sortField: 'name' } })).list

it('writes what the form would, whatever categories and organisations are called by', async () => {
  const rest = ['Private', 'ONE_TIME', '٥٫٥', 'IQD']
  const content = csv(headings, row('com.one', { categories: 'Payment; tools', rest }))
  const { result } = await imported(user, apps.page, { content })
  expect(result).toMatchObject({ rows: 1, added: 1, refused: 0, faults: [], ignored: ['نوع'] })
  expect(await found('com.one')).toMatchObject([
    {
      name: 'App com.one',
      orgName: 'Tigris',
      appType: 'NORMAL',
      categoryNames: ['Payment', 'Tools'],
      summary: { en: 'Takes cards' },
      visibility: 'PRIVATE',
      charge: 'ONE_TIME',
      price: 5.5,
      currency: 'IQD',
    },
  ])
})

it('tells by row and column what is wrong, and writes the good rows where that is asked for', async () => {
  const content = csv(
    headings,
    row('com.good'),
    row('com bad'),
    row('com.lost', { categories: 'nowhere' }),
    row('com.bare', { categories: '', summary: '' }),
    row('com.dear', { rest: ['PUBLIC', 'ONE_TIME'] }),
    row('com.long', { summary: `{"en":"${'x'.repeat(81)}"}` }),
  )
  const { task, result } = await imported(user, apps.page, { content, onFault: 'skip' })
  expect(result).toMatchObject({ rows: 6, added: 1, refused: 5 })
  expect(result.faults.map(({ row: at, column }) => [at, column])).toEqual([
    [3, 'Package *'],
    [4, 'categoryIds'],
    [5, 'categoryIds'],
    [5, 'summary'],
    [6, 'price'],
    [7, 'summary'],
  ])
  expect((await resultRows(user, task)).map((cells) => cells.at(-2))).toEqual([
    'Result',
    'Added',
    ...Array.from({ length: 5 }, () => 'Refused'),
  ])
  for (const name of ['com.lost', 'com.bare', 'com.dear', 'com.long'])
    expect(await found(name)).toEqual([])
  expect(await found('com.good')).toHaveLength(1)
})

it('changes of an application that is there only what the sheet says', async () => {
  const rest = ['PUBLIC', 'ONE_TIME', '5', 'IQD']
  await imported(user, apps.page, { content: csv(headings, row('com.dearer', { rest })) })
  const content = csv(['package', 'price', 'remark'], ['COM.DEARER', '7', 'Dearer'])
  const { result } = await imported(user, apps.page, { content, aim: 'existing' })
  expect(result).toMatchObject({ changed: 1, faults: [] })
  expect(await found('com.dearer')).toMatchObject([
    { price: 7, currency: 'IQD', remark: 'Dearer', summary: { en: 'Takes cards' } },
  ])
  const again = await imported(user, apps.page, { content, aim: 'existing' })
  expect(again.result).toMatchObject({ changed: 0, same: 1 })
})

it('refuses a row that several applications may be meant by', async () => {
  for (const code of ['here', 'there']) {
    const { id: orgId } = await addOrganization(app.platform, {
      name: code,
      code,
      parentId: app.rootId,
    })
    await addApp(app, { orgId, package: 'com.twin' })
  }
  const content = csv(['package', 'remark'], ['com.twin', 'x'])
  const { result } = await imported(user, apps.page, { content, aim: 'existing' })
  expect(result).toMatchObject({ changed: 0, refused: 1 })
  expect(result.faults).toMatchObject([
    { column: 'package', message: expect.stringContaining('Several') },
  ])
})

it('gives an empty sheet with what each column takes', async () => {
  const { calls, columns } = importTo(apps.page)
  const { body } = await user.file(calls.template, { query: { format: 'csv' } })
  const [first = ''] = body.toString().split('\r\n')
  expect(first.split(',')).toHaveLength(columns.length)
  for (const heading of ['Package', 'Category', 'In a line', 'Price'])
    expect(first.split(',').join(' ')).toContain(heading)
})

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})
