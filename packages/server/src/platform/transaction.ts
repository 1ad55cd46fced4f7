import type pg from 'pg'
import { whileHolding } from './holding.ts'

/** Runs work in one transaction: committed as a whole, or undone and thrown on. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await whileHolding(() => work(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((cause: unknown) => {
      broken = new Error('not even rolled back', { cause })
    })
    throw error
  } finally {
    // A connection that could not even roll back is not used again.
    client.release(broken)
  }
}
