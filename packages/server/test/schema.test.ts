import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../src/platform/migrate.ts'
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

it('refuses a database whose migrations were changed afterwards', async () => {
  const changed = [{ name: '0001_core.sql', sql: 'select 1' }]
  await expect(migrate(await databaseUrl(), changed)).rejects.toThrow('0001_core.sql was changed')
})

it('leaves nothing behind of a migration that fails', async () => {
  const url = await databaseUrl()
  const broken = [{ name: '9999_broken.sql', sql: 'create table half (id int); select nonsense' }]
  await expect(migrate(url, broken)).rejects.toThrow('9999_broken.sql failed')
  const whole = [{ name: '9999_broken.sql', sql: 'create table half (id int)' }]
  await expect(migrate(url, whole)).resolves.toBeUndefined()
})
