import { Client } from 'pg'

/** Everything a database holds, comparable: its definitions as text, and a hash of each table's rows. */
export interface DatabaseContents {
  readonly definitions: readonly string[]
  readonly rows: Readonly<Record<string, string>>
}

const own = `in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))`

const definitions = `
  select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace ${own} and prokind <> 'a'
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  union all select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace ${own}
  union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace ${own}
  union all select format('%s %s', oid::regclass, pg_get_viewdef(oid)) from pg_class
    where relkind = 'v' and relnamespace ${own}
  union all select format('%s.%s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
      attnotnull, attidentity, pg_get_expr(adbin, adrelid))
    from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace ${own} and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
  union all select format('%s %s %s', extname, extversion, extnamespace::regnamespace) from pg_extension`

/** PostgreSQL writes `(a or b) or c` as `a or b or c` once it has read it back: without its brackets. */
const flat = (text: string): string => text.replaceAll(/[()\s]+/g, ' ')

/** Reads all of it; nobody should write meanwhile. */
export async function contentsOf(url: string): Promise<DatabaseContents> {
  const client = new Client(url)
  await client.connect()
  try {
    const texts = await client.query<[string]>({ text: definitions, rowMode: 'array' })
    // Of a sequence only where it stands: what it keeps in advance is the server's own business.
    const tables = await client.query<{ name: string; columns: string }>(
      `select oid::regclass::text as name,
          case relkind when 'S' then 'last_value, is_called' else '*' end as columns
        from pg_class where relkind in ('r', 'S') and relnamespace ${own} order by 1`,
    )
    const rows: Record<string, string> = {}
    for (const { name, columns } of tables.rows) {
      const found = await client.query<{ hash: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(row::text, ' ' order by row::text), '')) as hash
          from (select ${columns} from ${name}) as row`,
      )
      rows[name] = found.rows[0]?.hash ?? ''
    }
    return { definitions: texts.rows.map(([text]) => flat(text)).sort(), rows }
  } finally {
    await client.end()
  }
}
