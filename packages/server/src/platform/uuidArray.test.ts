import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/testDatabase.ts'
import { openPool } from './db.ts'
import { uuidArray } from './uuidArray.ts'

it('is read by the database as the same uuids', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const pool = openPool(database.url, 1)
  onTestFinished(() => pool.end())
  const ids = [
    '01234567-89ab-4cde-8fff-ffffffffffff',
    ...Array.from({ length: 50 }, () => randomUUID()),
  ]
  const bare = ids.map((id) => id.replaceAll('-', '').toUpperCase())
  const lists = [
    { given: ids, read: ids },
    { given: [null, ...bare, null], read: [null, ...ids, null] },
    { given: [null], read: [null] },
    { given: [], read: [] },
  ]
  for (const { given, read } of lists) {
    const { rows } = await pool.query('select $1::uuid[]::text[] as ids', [uuidArray(given)])
    expect(rows).toEqual([{ ids: read }])
  }
})
