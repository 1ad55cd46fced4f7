import { areas, type Call, exportOf, users } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { imported } from '../../../test/importing.ts'
import { startTaskApp } from '../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../test/testApp.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTaskApp()
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

/** Exports a list and brings the file back as it is. */
async function roundTrip(page: Call, format: 'csv' | 'xlsx', query: Record<string, string>) {
  const { body } = await user.file(exportOf(page), { query: { ...query, format } })
  const { result } = await imported(user, page, {
    content: body,
    name: `rows.${format}`,
    aim: 'existing',
  })
  return result
}

it.each(['csv', 'xlsx'] as const)('an exported %s of words changes nothing', async (format) => {
  await sql`insert into timezone_area (name, code, type, sort)
    values ('Round one', 'round-one', 'city', 1), ('Round two', 'round-two', 'zone', 2)
    on conflict do nothing`.execute(app.platform.db)
  const columns = JSON.stringify([
    ['code', 'Code'],
    ['name', 'Name'],
    ['type', 'Type', 'area.type.{type}'],
    ['sort', 'Order'],
  ])
  const result = await roundTrip(areas.page, format, { columns, name: 'Round' })
  expect(result).toMatchObject({ rows: 2, same: 2, changed: 0, refused: 0, ignored: [] })
})

it.each(['csv', 'xlsx'] as const)(
  'an exported %s of moments changes nothing, in the hours that clocks show twice too',
  async (format) => {
    for (const [place, until] of [
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2027-01-01T00:00:00Z',
    ].entries()) {
      const { userId } = await signedIn(app, {})
      await sql`update app_user set valid_to = ${until}, user_name = ${`round.${format}.${place}`}
        where id = ${userId}`.execute(app.platform.db)
    }
    const columns = JSON.stringify([
      ['userName', 'User name'],
      ['validTo', 'Valid until'],
    ])
    const query = { columns, keyword: `round.${format}`, timeZone: 'Europe/Berlin' }
    const result = await roundTrip(users.page, format, query)
    expect(result).toMatchObject({ rows: 3, same: 3, changed: 0, refused: 0, ignored: [] })
  },
)
