import { codes, params, paramValues } from '@muster/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'

let app: TestApp
let admin: TestUser
let of: Awaited<ReturnType<typeof addParamTemplate>>
let estate: Awaited<ReturnType<typeof addEstate>>

beforeAll(async () => {
  app = await startTaskApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const [deviceId] = await addDevices(app, estate, { orgId: app.rootId, prefix: 'LONG', count: 1 })
  of = await addParamTemplate(app, { pids: ['text', 'other'], long: ['text'] })
  await sql`insert into param_assignment (name, level, org_id, device_id, app_id, template_rev_id, content)
    values ('x', 'DEVICE', ${app.rootId}, ${deviceId}, ${of.appId}, ${of.revId}, '{}')`.execute(
    app.platform.db,
  )
})
afterAll(() => app.close())

/** Has the terminal's own assignment say no more than this. */
const say = (text: string) =>
  sql`update param_assignment set content = ${JSON.stringify({ text })} where app_id = ${of.appId}`.execute(
    app.platform.db,
  )

const asked = (format: 'csv' | 'xlsx') => ({ query: { templateRevId: of.revId, format } })

it.each([
  ['letters of two units each', '😀'.repeat(20_000)],
  ['text that is quoted, and longer for it', 'a\n'.repeat(15_000)],
  ['marks that are longest when they are quoted', '\u0001'.repeat(5500)],
])('refuses a workbook for %s, which a cell would cut', async (_, text) => {
  await say(text)
  const { code } = await admin.call(paramValues.export, asked('xlsx'))
  expect(code).toBe(codes.warning)
  expect((await admin.file(paramValues.export, asked('csv'))).body.length).toBeGreaterThan(5500)
})

it('brings back as it was what a cell just holds', async () => {
  const text = 'a'.repeat(32_767)
  await say(text)
  const { body } = await admin.file(paramValues.export, asked('xlsx'))
  const { result } = await imported(admin, params.page, {
    content: body,
    name: 'rows.xlsx',
    within: of.revId,
  })
  expect(result).toMatchObject({ same: 1, refused: 0 })
})

it('reads long texts of many terminals a few at a time', async () => {
  const count = 12
  const many = await addDevices(app, estate, { orgId: app.rootId, prefix: 'MANY', count })
  const { appId, revId } = await addParamTemplate(app, { pids: ['text'], long: ['text'] })
  await sql`insert into param_assignment (name, level, org_id, device_id, app_id, template_rev_id, content)
    select 'x', 'DEVICE', ${app.rootId}, id, ${appId}, ${revId}, jsonb_build_object('text', repeat('a', 1000000))
    from unnest(${many}::uuid[]) id`.execute(app.platform.db)
  const asks = vi.spyOn(pg.Client.prototype, 'query')
  const query = { templateRevId: revId, format: 'csv' as const }
  const { body } = await admin.file(paramValues.export, { query })
  const read: ({ rows?: unknown[] } | undefined)[] = await Promise.all(
    asks.mock.results.map(({ value }) => Promise.resolve(value)),
  )
  asks.mockRestore()
  expect(body.length).toBeGreaterThan(count * 1_000_000)
  const longest = Math.max(...read.map((one) => JSON.stringify(one?.rows ?? []).length))
  expect(longest).toBeGreaterThan(1_000_000)
  expect(longest).toBeLessThan(9_000_000)
})
