import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testDatabase.ts'

let databases: TestDatabase[]

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()])
})

afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()))
})

it('gives each caller a database that nobody else sees', async () => {
  const [first, second] = databases.map(({ url }) => new Client(url))
  await first?.connect()
  await second?.connect()
  await first?.query('create table only_here (id int)')
  await expect(second?.query('select from only_here')).rejects.toThrow('does not exist')
  await first?.end()
  await second?.end()
})

it('starts from the migrated schema', async () => {
  const client = new Client(databases[0]?.url)
  await client.connect()
  const { rowCount } = await client.query('select from schema_migration')
  expect(rowCount).toBeGreaterThan(0)
  await client.end()
})
