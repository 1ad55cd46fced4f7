import pg from 'pg'
import pino from 'pino'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/testDatabase.ts'
import { errorForLog } from './errorForLog.ts'

it('keeps no row in the log that the database refused', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  const lines: string[] = []
  const log = pino({ serializers: { err: errorForLog } }, { write: (line) => lines.push(line) })
  const insert = `insert into app_user (user_name, password_hash) values ('somebody', 'told-to-nobody')`
  await client.query(insert).catch((error: unknown) => log.error({ err: error }, 'a call failed'))
  await client.end()
  await database.drop()
  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({
    msg: 'a call failed',
    err: {
      type: 'DatabaseError',
      code: '23502',
      table: 'app_user',
      message: expect.stringContaining('org_id'),
    },
  })
  expect(line).not.toContain('told-to-nobody')
})
