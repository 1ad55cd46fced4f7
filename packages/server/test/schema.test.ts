import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { type Migration, migrate, shippedMigrations } from '../src/platform/migrate.ts'
import { version } from '../src/platform/version.ts'
import { createTestDatabase } from './testDatabase.ts'

const script = fileURLToPath(new URL('../../../scripts/databaseTypes.mjs', import.meta.url))

/** The address of a migrated database that goes with the test. */
async function databaseUrl(): Promise<string> {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return url
}

it('has types that are those of the migrated database', async () => {
  const words = [script, await databaseUrl(), '--verify']
  const { stdout } = await promisify(execFile)(process.execPath, words)
  expect(stdout).toContain('up-to-date')
})

const more = (...migrations: Migration[]) => [...shippedMigrations(), ...migrations]

it('refuses a database whose migrations were changed afterwards', async () => {
  const changed = shippedMigrations().with(0, { name: '0001_core.sql', sql: 'select 1' })
  await expect(migrate(await databaseUrl(), changed)).rejects.toThrow('0001_core.sql was changed')
})

it('leaves nothing behind of a migration that fails', async () => {
  const url = await databaseUrl()
  const broken = { name: '9999_broken.sql', sql: 'create table half (id int); select nonsense' }
  await expect(migrate(url, more(broken))).rejects.toThrow('9999_broken.sql failed')
  const whole = { name: '9999_broken.sql', sql: 'create table half (id int);\n-- the end' }
  await expect(migrate(url, more(whole))).resolves.toBeUndefined()
})

it('refuses a database that a newer version has brought up to date, and names both', async () => {
  const url = await databaseUrl()
  await migrate(url, more({ name: '9999_newer.sql', sql: 'select 1' }))
  await query(url, `update schema_migration set version = '98.7.6' where name = '9999_newer.sql'`)
  await expect(migrate(url)).rejects.toThrow(
    new RegExp(`Muster 98\\.7\\.6 \\(9999_newer\\.sql\\), and this is Muster ${version}`),
  )
})

async function query(url: string, text: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(text)
  await client.end()
}

// Nobody knows how many rows a statement changed when its trigger is planned: such a join runs as a
// nested loop and costs the square of them.
it('compares the rows before and after a statement by difference, never by a join', async () => {
  const client = new Client(await databaseUrl())
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ name: string; isJoin: boolean }>(`
    select proname as name, prosrc ~* '(added|removed)(,|\\s+(cross |left |full )?join)\\s*(added|removed)' as "isJoin"
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where tgoldtable = 'removed' and tgnewtable = 'added'`)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ isJoin }) => isJoin)).toEqual([])
})

// Whatever an index holds, also beside its key or in its condition, has a changed row written into all of them.
it.each([
  ['device', 'firmware|agent_version'],
  ['push_item', 'percent|bytes|kbps|last_report_at'],
])('has what terminals of %s tell again and again written in its place', async (table, columns) => {
  const client = new Client(await databaseUrl())
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name from pg_index
      where indrelid = $1::regclass and pg_get_indexdef(indexrelid) ~ ('\\m(' || $2 || ')\\M')`,
    [table, columns],
  )
  expect(rows).toEqual([])
})
