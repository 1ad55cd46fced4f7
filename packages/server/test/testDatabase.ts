import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { inject } from 'vitest'

/** A database of its own for one test file, its address for a superuser too; `drop` it in `afterAll`. */
export type TestDatabase = {
  url: string
  ownerUrl: string
  drop: () => Promise<void>
  /** The pool of the application on it, where it is another than the product opens. */
  openPool?: () => Pool
}

/**
 * Clones the migrated template, or another database: its files as they are, two and a half times as
 * fast as through the log.
 */
export async function createTestDatabase(
  template = inject('testServer').template,
): Promise<TestDatabase> {
  const { url, ownerUrl } = inject('testServer')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  await run(url, `create database ${name} template ${template} strategy file_copy`)
  const at = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  return { url: at(url), ownerUrl: at(ownerUrl), drop: () => dropDatabase(ownerUrl, name) }
}

/**
 * The name of a database to clone that `fill` has filled: once a run, whichever file comes first; the
 * others wait. It goes with the run's template.
 */
export async function filledTemplate(
  kind: string,
  fill: (client: Client, url: string) => Promise<void>,
): Promise<string> {
  const { template } = inject('testServer')
  const name = `${template}_${kind}`
  await onceARun(name, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const unfinished = await createTestDatabase()
    await connected(unfinished.url, (own) => fill(own, unfinished.url))
    const made = new URL(unfinished.url).pathname.slice(1)
    await client.query(`alter database ${made} rename to ${name}`)
  })
  return name
}

/** Does what one file of the run does for all; the others wait meanwhile, and find it done. */
export async function onceARun(
  name: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  await connected(inject('testServer').url, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    await work(client)
  })
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

const run = (url: string, sql: string): Promise<void> =>
  connected(url, async (client) => {
    await client.query(sql)
  })

async function connected(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
