import type pg from 'pg'
import type { Figure, Side } from '../harness/rounds.ts'
import { policies, type ScopeCase } from './cases.ts'

export interface Contest {
  readonly client: pg.Client
  readonly one: ScopeCase
  readonly scope: { readonly organizations: readonly string[]; readonly paths: readonly string[] }
  readonly processes: readonly number[]
  readonly milliseconds: number
}

const byIds = 'org_id = any($1::uuid[])'
const byTree = `org_id in (select scoped.id from organization as scoped where scoped.path <@ any($1::ltree[]))`

/** The ways to cut one question to a scope; the last is the baseline: literal SQL that names the organisations. */
export function sidesOf(contest: Contest): Side[] {
  const { one, scope, processes } = contest
  const literal = `org_id in (${scope.organizations.map((id) => `'${id}'`).join()})`
  const side = (name: string, way: Way): Side => ({
    name,
    processes,
    run: () => runWay(contest, name, way),
  })
  return [
    side('query scope, ids', { sql: one.sql(byIds), values: [scope.organizations] }),
    side('query scope, tree', { sql: one.sql(byTree), values: [scope.paths] }),
    side('policy, ids', { sql: one.sql('true'), policy: 'list' }),
    side('policy, tree', { sql: one.sql('true'), policy: 'tree' }),
    side('policy, ids, its transaction', { sql: one.sql('true'), policy: 'list', isWhole: true }),
    side('literal SQL', { sql: one.sql(literal) }),
  ]
}

interface Way {
  readonly sql: string
  readonly values?: readonly unknown[]
  readonly policy?: keyof typeof policies
  /** With the transaction and the setting that a pooled connection needs for each request. */
  readonly isWhole?: boolean
}

async function runWay(contest: Contest, name: string, way: Way): Promise<Figure> {
  const { client, milliseconds } = contest
  await arrange(contest, way.policy)
  const statement = {
    name: `${contest.one.key} ${name}`,
    text: way.sql,
    values: [...(way.values ?? [])],
  }
  const latencies: number[] = []
  const started = performance.now()
  while (performance.now() - started < milliseconds) {
    const sent = performance.now()
    if (way.isWhole) await whole(contest, () => client.query(statement))
    else await client.query(statement)
    latencies.push(performance.now() - sent)
  }
  const { length: count } = latencies
  return { perSecond: (1000 * count) / (performance.now() - started), count, latencies }
}

async function whole({ client, scope }: Contest, run: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  await client.query({
    name: 'set scope',
    text: `select set_config('muster.organizations', $1, true)`,
    values: [`{${scope.organizations.join()}}`],
  })
  await run()
  await client.query('commit')
}

/** Puts the policy of this side in place; the owner is held to it only where it is forced. */
async function arrange({ client, scope }: Contest, policy: Way['policy']): Promise<void> {
  const forced = policy ? 'force' : 'no force'
  await client.query(`
    alter table device enable row level security;
    alter table device ${forced} row level security;
    drop policy if exists scope on device;
    ${policy ? `create policy scope on device for select using (${policies[policy]});` : ''}
    set muster.organizations = '{${scope.organizations.join()}}';
    set muster.paths = '{${scope.paths.join()}}'`)
}
