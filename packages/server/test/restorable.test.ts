import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testDatabase.ts'

// A backup is read back with an empty search path, and from PostgreSQL 17 on indexes are kept under
// one: a definition that finds an operator or a function by the path is then lost.

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client(database.url)
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

const column = `(select attname from pg_attribute where attrelid = adrelid and attnum = adnum)`

/** Each kind of what a dump writes down as text: its name, and what makes it anew. */
const definitions = {
  trigger: `select tgname as name, format('drop trigger %I on %s; %s', tgname, tgrelid::regclass,
      pg_get_triggerdef(oid)) as again
    from pg_trigger where not tgisinternal and tgparentid = 0`,
  view: `select oid::regclass::text as name,
      format('create or replace view %s as %s', oid::regclass, pg_get_viewdef(oid)) as again
    from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`,
  check: `select conname as name, format('alter table %1$s drop constraint %2$I, add constraint %2$I %3$s',
      conrelid::regclass, conname, pg_get_constraintdef(oid)) as again
    from pg_constraint where contype in ('c', 'x') and conislocal and coninhcount = 0
      and connamespace = 'public'::regnamespace`,
  index: `select indexrelid::regclass::text as name,
      format('drop index %s; %s', indexrelid::regclass, pg_get_indexdef(indexrelid)) as again
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
      and not exists (select from pg_inherits where inhrelid = indexrelid)`,
  default: `select format('%s.%s', adrelid::regclass, ${column}) as name, case attgenerated
      when '' then format('alter table %s alter %I set default %s', adrelid::regclass, attname,
        pg_get_expr(adbin, adrelid))
      else format('alter table %s add again_%s %s generated always as (%s) stored',
        adrelid::regclass, attnum, format_type(atttypid, atttypmod), pg_get_expr(adbin, adrelid)) end as again
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      join pg_class on pg_class.oid = adrelid
    where relnamespace = 'public'::regnamespace and not relispartition`,
}

/** What the database says to making all of them anew where no schema is searched. */
async function faultsOf(query: string): Promise<string[]> {
  await client.query('begin; set local search_path to pg_catalog')
  const { rows } = await client.query<{ name: string; again: string }>(query)
  expect(rows.length).toBeGreaterThan(0)
  const faults = []
  for (const { name, again } of rows) {
    await client.query('savepoint before')
    const fault = await client.query(again).catch((error: unknown) => String(error))
    if (typeof fault === 'string') faults.push(`${name}: ${fault}`)
    await client.query('rollback to before')
  }
  await client.query('rollback')
  return faults
}

it.each(Object.entries(definitions))('can make each %s anew from a dump', async (_, query) => {
  expect(await faultsOf(query)).toEqual([])
})

it('finds the definition that a dump would lose', async () => {
  await client.query(`create table lost (path ltree);
    create trigger lost before update on lost for each row
      when (old.path is distinct from new.path) execute function append_only()`)
  expect(await faultsOf(definitions.trigger)).toEqual([
    expect.stringMatching(/^lost: .*operator does not exist: public\.ltree = public\.ltree/),
  ])
})

it('calls no function of its own where an index, a check or a generated column is made', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select distinct pg_describe_object(classid, objid, objsubid) as name from pg_depend
      left join pg_attrdef on classid = 'pg_attrdef'::regclass and pg_attrdef.oid = objid
      left join pg_attribute on attrelid = adrelid and attnum = adnum
    where refclassid = 'pg_proc'::regclass
      and refobjid in (select oid from pg_proc where pronamespace = 'public'::regnamespace)
      and refobjid not in (select objid from pg_depend where deptype = 'e' and classid = 'pg_proc'::regclass)
      and (classid in ('pg_class'::regclass, 'pg_constraint'::regclass) or attgenerated <> '')`)
  expect(rows).toEqual([])
})

it('puts children where their parent went while a restored database had no trigger', async () => {
  const cure = new URL('../migrations/0045a_restorable_triggers.sql', import.meta.url)
  await client.query(`drop trigger organization_path_subtree on organization;
    insert into organization (name, code, type) values ('from', 'from', 'BANK'), ('to', 'to', 'BANK');
    insert into organization (name, code, type, parent_id) select 'moved', 'moved', 'BANK', id
      from organization where code = 'from';
    insert into organization (name, code, type, parent_id) select 'child', 'child', 'BANK', id
      from organization where code = 'moved';
    update organization set parent_id = (select id from organization where code = 'to')
      where code = 'moved'`)
  const isBelow = async (code: string) =>
    (
      await client.query(
        `select from organization child join organization above on child.path <@ above.path
        where child.code = 'child' and above.code = $1`,
        [code],
      )
    ).rowCount === 1
  expect(await isBelow('to')).toBe(false)
  await client.query(readFileSync(cure, 'utf8'))
  expect(await isBelow('to')).toBe(true)
  await client.query(`update organization set parent_id = (select id from organization
    where code = 'from') where code = 'moved'`)
  expect(await isBelow('from')).toBe(true)
})
