import type { Filter } from '@muster/contract'

/** A question to the list of terminals or to the map, and the literal condition of it over `d`. */
export interface Case {
  readonly name: string
  /** What the list is asked. */
  readonly query: Readonly<Record<string, string>>
  readonly sql: string
}

type Ids = (name: string) => string

interface Condition {
  readonly name: string
  readonly tree: Filter
  readonly sql: string
}

const below = (id: string) => `d.org_id in (select below.id from organization top
  join organization below on below.path <@ top.path where top.id = '${id}')`
const bound = (table: string, key: string, id: string) =>
  `exists (select from ${table} bound where bound.device_id = d.id and bound.${key} = '${id}')`
const online = 'exists (select from device_online o where o.device_id = d.id)'
const told = (condition: string) =>
  `exists (select from device_order o where o.id = d.id and o.deleted_at is null and ${condition})`
const word = 'till 17'
const older = Array.from({ length: 20 }, (_, minor) => `'2.4.${minor}'`).join()

/** One condition of each kind of fact, as the filter language says it and as a person would write it by hand. */
function conditionsOf(id: Ids): Condition[] {
  const is = (
    name: string,
    { op, values }: { readonly op: string; readonly values: readonly string[] },
    sql: string,
  ): Condition =>
    // Names and operators are those of the contract, which the list checks.
    ({ name, tree: { field: name, op, values } as Filter, sql })
  const one = (name: string, value: string, sql: string) =>
    is(name, { op: 'in', values: [value] }, sql)
  return [
    is('name', { op: 'contains', values: [word] }, `d.name ilike '%${word}%'`),
    is('orgId', { op: 'below', values: [id('orgId')] }, below(id('orgId'))),
    one('vendorId', id('vendorId'), `d.vendor_id = '${id('vendorId')}'`),
    one('groupId', id('groupId'), bound('device_group_member', 'group_id', id('groupId'))),
    one(
      'classificationId',
      id('classificationId'),
      bound('device_classification', 'classification_id', id('classificationId')),
    ),
    one('stationId', id('stationId'), `d.station_id = '${id('stationId')}'`),
    one('lifecycle', 'STOCK', `d.lifecycle = 'STOCK'`),
    one('presence', 'ONLINE', online),
    is('firmware', { op: 'older', values: ['2.4.20'] }, `d.firmware in (${older})`),
    is('battery', { op: 'atMost', values: ['5'] }, told('o.battery <= 5')),
    is(
      'lastSeenAt',
      { op: 'longerAgo', values: ['72'] },
      told(`o.seen_at <= now() - interval '72 hours'`),
    ),
    is('activatedAt', { op: 'isEmpty', values: [] }, 'd.activated_at is null'),
  ]
}

const state = 'exists (select from device_state s where s.device_id = d.id)'

/** Filters of the list and of the map alike. */
export const singles = (id: Ids): Case[] => [
  { name: 'presence=ONLINE', query: { presence: 'ONLINE' }, sql: online },
  { name: 'presence=OFFLINE', query: { presence: 'OFFLINE' }, sql: `${state} and not ${online}` },
  {
    name: 'alarm',
    query: { alarm: '1' },
    sql: 'd.id in (select a.device_id from alarm a where a.closed_at is null)',
  },
  {
    name: 'group',
    query: { groupId: id('groupId') },
    sql: bound('device_group_member', 'group_id', id('groupId')),
  },
  {
    name: 'word',
    query: { keyword: word },
    sql: `(d.sn ilike '%${word}%' or d.name ilike '%${word}%' or d.tid ilike '%${word}%')`,
  },
]

/** Any two of twelve conditions. */
export const pairs = (id: Ids): Case[] =>
  conditionsOf(id).flatMap((one, place, all) =>
    all.slice(place + 1).map((other) => ({
      name: `${one.name} and ${other.name}`,
      query: { tree: JSON.stringify({ all: [one.tree, other.tree] }) },
      sql: `${one.sql} and ${other.sql}`,
    })),
  )
