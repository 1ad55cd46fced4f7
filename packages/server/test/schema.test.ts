import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { migrate } from '../src/platform/migrate.ts'
import { createTestDatabase } from './testDatabase.ts'

const script = fileURLToPath(new URL('../../../scripts/databaseTypes.mjs', import.meta.url))

it('has types that are those of the migrated database', async () => {
  const database = await createTestDatabase()
  const run = promisify(execFile)(process.execPath, [script, database.url, '--verify'])
  const { stdout } = await run.finally(() => database.drop())
  expect(stdout).toContain('up-to-date')
})

it('refuses a database whose migrations were changed afterwards', async () => {
  const database = await createTestDatabase()
  const changed = [{ name: '0001_core.sql', sql: 'select 1' }]
  await expect(migrate(database.url, changed).finally(() => database.drop())).rejects.toThrow(
    '0001_core.sql was changed',
  )
})

it('leaves nothing behind of a migration that fails', async () => {
  const database = await createTestDatabase()
  const broken = [{ name: '9999_broken.sql', sql: 'create table half (id int); select nonsense' }]
  await expect(migrate(database.url, broken)).rejects.toThrow('9999_broken.sql failed')
  const whole = [{ name: '9999_broken.sql', sql: 'create table half (id int)' }]
  await migrate(database.url, whole).finally(() => database.drop())
})
