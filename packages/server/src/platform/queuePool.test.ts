import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/testDatabase.ts'
import { openPool } from './db.ts'
import { retryJobCompletion } from './queuePool.ts'

it('does not ask again what the database refuses', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const pool = openPool(database.url, 2)
  onTestFinished(() => pool.end())
  const warned: unknown[] = []
  retryJobCompletion(pool, (error) => void warned.push(error))
  const client = await pool.connect()
  const ending = client.query({ name: 'complete_job/1', text: 'select no_such_column' })
  await expect(ending).rejects.toMatchObject({ code: '42703' })
  expect(warned).toEqual([])
})
