import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'

/** A database of its own for one test file, its address for a superuser too; `drop` it in `afterAll`. */
export type TestDatabase = { url: string; ownerUrl: string; drop: () => Promise<void> }

/** Clones the migrated template: its files as they are, two and a half times as fast as through the log. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, ownerUrl, template } = inject('testServer')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  await run(url, `create database ${name} template ${template} strategy file_copy`)
  const at = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  return { url: at(url), ownerUrl: at(ownerUrl), drop: () => dropDatabase(ownerUrl, name) }
}

/**
 * By force: a test that failed may not have closed its pool. Autovacuum belongs to a superuser and
 * is nobody's to end; it is soon done.
 */
export async function dropDatabase(url: string, name: string): Promise<void> {
  for (let attempts = 40; ; attempts--) {
    try {
      return await run(url, `drop database ${name} with (force)`)
    } catch (error) {
      const isVacuum = error instanceof Error && 'code' in error && error.code === '42501'
      if (!isVacuum || attempts === 0) throw error
      await sleep(250)
    }
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
