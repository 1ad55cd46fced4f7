import { organizations, vendors } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { purgeBins } from './purgeBins.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const binned = async (table: 'vendor' | 'organization', days: number, ids: readonly string[]) => {
  await sql`update ${sql.table(table)} set deleted_at = now() - make_interval(days => ${days})
    where id = any(${[...ids]}::uuid[])`.execute(app.platform.db)
}

const setParameter = (key: string, value: number) =>
  sql`insert into parameter (key, group_code, value_type, default_value, rule, is_system, value)
    values (${key}, 'record', 'int', '90', '{}', true, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

it('destroys what lay in a bin for longer than its days, and nothing younger', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  const add = async (name: string) =>
    (await user.call(vendors.add, { body: { name, code: name, contact: 'x' } })).data.id
  const [old, young, living] = [await add('old'), await add('young'), await add('living')]
  await binned('vendor', 31, [old])
  await binned('vendor', 29, [young])
  await setParameter('recycle.keepDays', 30)
  await purgeBins(app.platform)
  const { rows } = await sql<{ id: string }>`select id from vendor order by code`.execute(
    app.platform.db,
  )
  expect(rows.map(({ id }) => id)).toEqual([living, young])
})

it('keeps in the bin what others refer to, until these are gone', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  const add = async (code: string, parentId: string) =>
    (
      await user.call(organizations.add, {
        body: { name: code, code, type: 'AGENT', contact: 'x', parentId },
      })
    ).data.id
  const above = await add('above', app.rootId)
  const below = await add('below', above)
  const left = async () => {
    const { rows } = await sql<{ id: string }>`select id from organization
      where id = any(${[above, below]}::uuid[])`.execute(app.platform.db)
    return rows.map(({ id }) => id)
  }
  await binned('organization', 100, [above])
  await purgeBins(app.platform)
  expect(await left()).toContain(above)
  await binned('organization', 100, [below])
  await purgeBins(app.platform)
  await purgeBins(app.platform)
  expect(await left()).toEqual([])
})
