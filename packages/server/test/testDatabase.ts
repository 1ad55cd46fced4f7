import { randomBytes } from 'node:crypto'
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
    // By force: a test that failed may not have closed its pool.
    drop: () => run(url, `drop database ${name} with (force)`),
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
