/** One question to a million terminals, with a place for the condition that cuts it to a scope. */
export interface ScopeCase {
  /** What `--only` calls it. */
  readonly key: string
  readonly name: string
  readonly sql: (scoped: string) => string
}

const page = (filter: string) => (scoped: string) =>
  `select id, sn, org_id, model_id, lifecycle from device
    where deleted_at is null and ${filter} and ${scoped} order by sn limit 20`

export const cases: readonly ScopeCase[] = [
  { key: 'page', name: 'the first page', sql: page('true') },
  {
    key: 'range',
    name: 'serial numbers that begin with SN3-0004, as a range',
    sql: page(`sn >= 'SN3-0004' and sn < 'SN3-0005'`),
  },
  {
    key: 'prefix',
    name: 'serial numbers that begin with SN3-0004, as a pattern',
    sql: page(`sn like 'SN3-0004%'`),
  },
  { key: 'word', name: '00123 anywhere in the serial number', sql: page(`sn ilike '%00123%'`) },
  {
    key: 'count',
    name: 'count(*) of all that are seen',
    sql: (scoped) => `select count(*) from device where deleted_at is null and ${scoped}`,
  },
]

/** The scope as a policy of the table, by a list of ids or by the tree. */
export const policies = {
  list: `org_id = any(current_setting('muster.organizations')::uuid[])`,
  tree: `org_id in (select scoped.id from organization scoped
    where scoped.path <@ any(current_setting('muster.paths')::ltree[]))`,
} as const
