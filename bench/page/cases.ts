import type { Caller, PageEstate } from './estate.ts'

/** One question to the list of terminals: what the console asks, and what a person would write by hand. */
export interface PageCase {
  /** What `--only` calls it. */
  readonly key: string
  readonly name: string
  readonly caller: Caller
  /** Members of the query beside the page; each page number is asked in turn. */
  readonly query: Readonly<Record<string, string>>
  readonly pages: readonly number[]
  readonly bare: BareQuery
}

/** The literal SQL of a page and of its total; both get the same values, the page also its offset. */
export interface BareQuery {
  readonly page: string
  /** The same page in two steps, each of which PostgreSQL plans once: ids, then their rows. */
  readonly ids: string
  readonly rows: string
  readonly total: string
  readonly values: readonly unknown[]
  /** A total that was counted no further than the cap says so. */
  readonly isCounted: boolean
}

export const pageSize = 20

const firstPages = Array.from({ length: 10 }, (_, place) => place + 1)

/** The questions of quality.md P5 to P7. */
export function casesOf({ operator, clerk, administrator }: PageEstate, rows: number): PageCase[] {
  const last = Math.ceil(rows / pageSize)
  const deep = Math.ceil(last * 0.9)
  return [
    {
      key: 'subtree',
      name: 'an operator of 7 of 50 organisations, pages 1 to 10',
      ...plain(operator, firstPages),
    },
    { key: 'small', name: 'one small organisation, pages 1 to 10', ...plain(clerk, firstPages) },
    { key: 'first', name: 'the administrator, pages 1 to 10', ...plain(administrator, firstPages) },
    { key: 'deep', name: `the administrator, page ${deep}`, ...plain(administrator, [deep]) },
    {
      key: 'last',
      name: `the administrator, the last page (${last})`,
      ...plain(administrator, [last]),
    },
    {
      key: 'serial',
      name: 'the operator, serial numbers that begin with SN3-0004',
      ...serial(operator),
    },
    { key: 'online', name: 'the operator, terminals that are online', ...online(operator) },
    {
      key: 'keyword',
      name: 'the operator, 00123 anywhere in serial, name, terminal id',
      ...keyword(operator),
    },
  ]
}

type Asked = Omit<PageCase, 'key' | 'name'>

const plain = (caller: Caller, pages: readonly number[]): Asked => ({
  caller,
  query: {},
  pages,
  bare: bareOf(caller),
})

const serial = (caller: Caller): Asked => ({
  caller,
  query: { sn: 'SN3-0004' },
  pages: [1],
  bare: bareOf(caller, { sql: 'd.sn >= $2 and d.sn < $3', values: ['SN3-0004', 'SN3-0005'] }),
})

const online = (caller: Caller): Asked => ({
  caller,
  query: { presence: 'ONLINE' },
  pages: [1],
  bare: bareOf(caller, {
    sql: 'exists (select from device_online here where here.device_id = d.id)',
    values: [],
  }),
})

const keyword = (caller: Caller): Asked => ({
  caller,
  query: { keyword: '00123' },
  pages: [1],
  bare: bareOf(caller, {
    sql: '(d.sn ilike $2 or d.name ilike $2 or d.tid ilike $2)',
    values: ['%00123%'],
  }),
})

const columns = `d.id, d.status, d.version, d.created_at as "createdAt", d.updated_at as "updatedAt",
  editor.user_name as "updatedBy", d.sn, d.model_id as "modelId", d.org_id as "orgId", d.name, d.tid, d.mid,
  d.imei, d.batch_no as "batchNo", d.remark, model.name as "modelName", vendor.name as "vendorName",
  own.name as "orgName", d.lifecycle,
  case when online.device_id is not null then 'ONLINE' when state.device_id is not null then 'OFFLINE'
    else 'NEVER' end as presence,
  coalesce(online.since, state.offline_since) as "presenceSince", state.last_seen_at as "lastSeenAt",
  state.battery as "batteryPercent", state.is_charging as "isCharging", state.network_type as "networkType",
  state.signal as "signalPercent", d.firmware, d.agent_version as "agentVersion", d.activated_at as "activatedAt"`

const joins = `join model on model.id = d.model_id join vendor on vendor.id = d.vendor_id
  join organization own on own.id = d.org_id
  left join device_state state on state.device_id = d.id
  left join device_online online on online.device_id = d.id
  left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)`

/** What rows of a page show, by their ids. */
export const shownSql = (which: string): string =>
  `select ${columns} from device d ${joins} where d.id = any(${which}) order by d.sn`

/** A count goes no further than this, and says so. */
export const countCap = 10_000

/** What a person would write who knows the tables, the organisations and nothing of rights. */
function bareOf(
  { organizations }: Caller,
  filter?: { sql: string; values: readonly unknown[] },
): BareQuery {
  const values = [...(organizations ? [organizations] : []), ...(filter?.values ?? [])]
  const mine = organizations ? 'd.org_id = any($1::uuid[])' : 'true'
  const where = `d.deleted_at is null and ${mine} and ${filter?.sql ?? 'true'}`
  const ids = `select d.id from device d where ${where}
    order by d.sn limit ${pageSize} offset $${values.length + 1}`
  const tallied = `select coalesce(sum(d.count), 0)::bigint as total from device_tally d where ${mine}`
  const counted = `select count(*) as total from
    (select 1 from device d where ${where} limit ${countCap + 1}) matching`
  return {
    page: shownSql(`array(${ids})`),
    ids,
    rows: shownSql('$1::uuid[]'),
    total: filter ? counted : tallied,
    values,
    isCounted: filter !== undefined,
  }
}
