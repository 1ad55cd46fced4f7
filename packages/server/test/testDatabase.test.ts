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
