import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'

/** A database of its own for one test file; `drop` it in `afterAll`. */
export type TestDatabase = { url: string; drop: () => Promise<void> }

/** Clones the migrated template, in about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('testServer')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  await run(url, `create database ${name} template ${template}`)
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    drop: () => dropDatabase(url, name),
  }
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
