import type pg from 'pg'

/** Names that one statement enters. */
const enteredAtOnce = 10_000

const enterSql = `with taken as (
    delete from action_name_new where ctid = any(array(select ctid from action_name_new limit ${enteredAtOnce}))
    returning name),
  entered as (
    insert into action_name select distinct name from taken order by name on conflict do nothing)
  select count(*)::integer as taken from taken`

/**
 * Enters the names that were logged since, each once and in their order: no transaction of anybody
 * else waits for a name.
 */
export async function enterNames({ pool }: { readonly pool: pg.Pool }): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ taken: number }>(enterSql)
    if ((rows[0]?.taken ?? 0) < enteredAtOnce) return
  }
}
