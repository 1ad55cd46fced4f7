import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/testDatabase.ts'
import { openPool } from './db.ts'
import { isLogApart, withLogOwner } from './logOwner.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 2)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Entries are made as the application makes them. */
const write = (client: Pick<pg.Pool, 'query'> = pool) =>
  client.query(`insert into action_log (user_name, method, path, permission, code, duration_ms, request_id)
    values ('somebody', 'POST', '/x', 'X_ADD', 200, 1, 'x') returning id`)

const prepared = () => withLogOwner(database.ownerUrl, () => migrate(database.url))

describe('an action log with an owner of its own', () => {
  it('is told from one that is the application’s', async () => {
    expect(await isLogApart(pool)).toBe(false)
    await withLogOwner(null, () => migrate(database.url))
    expect(await isLogApart(pool)).toBe(false)
    await prepared()
    expect(await isLogApart(pool)).toBe(true)
    await prepared()
    expect(await isLogApart(pool)).toBe(true)
  })

  it('is written and read by the application, which makes its months and drops old ones', async () => {
    const { rows } = await write()
    expect(rows).toHaveLength(1)
    await pool.query('select from action_log_row')
    await pool.query('select make_action_log_months()')
    expect(await isLogApart(pool)).toBe(true)
    const superuser = new pg.Client(database.ownerUrl)
    await superuser.connect()
    await superuser.query(`create table action_log_200001 partition of action_log
      for values from ('2000-01-01') to ('2000-02-01')`)
    await superuser.query('alter table action_log_200001 owner to muster_log')
    await superuser.end()
    const dropped = await pool.query(`select drop_action_log_months('2100-01-01') as name`)
    expect(dropped.rows).toEqual([{ name: 'action_log_200001' }])
  })

  it.each([
    'delete from action_log',
    'update action_log set code = 0',
    'truncate action_log_rest',
    'drop table action_log cascade',
    'drop table action_log_rest',
    'alter table action_log disable trigger user',
    'alter table action_log_rest disable trigger user',
    'alter table action_log detach partition action_log_rest',
    'alter table action_log owner to current_user',
    'create rule hide as on insert to action_log do instead nothing',
    'create trigger hide before insert on action_log for each row execute function suppress_redundant_updates_trigger()',
    'create or replace function append_only() returns trigger language plpgsql as $$ begin return old; end $$',
    'drop function action_log_hash(action_log) cascade',
    'delete from action_seal',
    'update action_seal set entries = 0',
    'alter table action_seal disable trigger user',
    'drop table action_seal',
    'drop schema public cascade',
    'drop owned by muster_log',
    'set role muster_log',
    'grant muster_log to current_user',
  ])('is out of the application’s hands: %s', async (statement) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('gives no place in a sealed block to an entry that a shadowed function dates back', async () => {
    const client = await pool.connect()
    try {
      await client.query(`begin; create schema evil;
        create function evil.pg_current_xact_id() returns xid8 language sql as $$ select '3'::xid8 $$;
        set local search_path = evil, pg_catalog, public`)
      await write(client)
      const { rows } = await client.query(`select from action_log where xact = '3'`)
      expect(rows).toHaveLength(0)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('goes back for the migrations of a new version, and is taken again', async () => {
    let during: boolean | null = null
    await pool.query(`delete from schema_migration where name = '0044a_log_owner.sql'`)
    await withLogOwner(database.ownerUrl, async () => {
      during = await isLogApart(pool)
      await pool.query('alter table action_log add column remark text')
    })
    expect(during).toBe(false)
    expect(await isLogApart(pool)).toBe(true)
    await write()
  })

  it('is taken again also where a migration failed', async () => {
    const failing = withLogOwner(database.ownerUrl, () => Promise.reject(new Error('no luck')))
    await expect(failing).rejects.toThrow('no luck')
    expect(await isLogApart(pool)).toBe(true)
  })

  it('says what is wrong with a role that may not give it one', async () => {
    await pool.query(
      `insert into schema_migration values ('0044a_log_owner.sql', 'x') on conflict do nothing`,
    )
    const other = await createTestDatabase()
    try {
      await expect(withLogOwner(other.url, () => Promise.resolve())).rejects.toThrow(
        'DATABASE_OWNER_URL',
      )
    } finally {
      await other.drop()
    }
  })
})
