import type { FilterCondition, FilterField, FilterOperator } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, beginsWith, contains, escapeLike } from '../../../kit/page.ts'
import { approvedUntil } from '../model/approvedUntil.ts'
import { hasState, presenceIs } from '../estate/presenceIs.ts'
import { isOneOf } from '../estate/serials.queries.ts'
import { type Fact, impossible } from './fact.ts'
import type { Lookup } from './lookup.ts'
import { appFact, appVersionFact, paramRevisionFact } from './softwareFacts.ts'
import {
  alarmKindFact,
  alarmSeverityFact,
  fenceFact,
  lockFact,
  paramStandFact,
  securityFact,
} from './standFacts.ts'

/** Operators that say the opposite of another one: what has no value is none of those asked for. */
const opposites: Readonly<Partial<Record<FilterOperator, FilterOperator>>> = {
  isNot: 'is',
  notIn: 'in',
  notBelow: 'below',
  hasNone: 'hasAny',
  isFilled: 'isEmpty',
}

const no = sql<SqlBool>`false`
/** One value is told as one: only then does an index that has it in front keep the order behind it. */
const oneOf = (
  column: RawBuilder<unknown>,
  values: readonly string[],
  type: 'uuid' | 'text',
): Condition =>
  values.length === 1
    ? sql<SqlBool>`${column} = ${values[0]}::${sql.raw(type)}`
    : sql<SqlBool>`${column} = any(${[...values]}::${sql.raw(type)}[])`

const anyOf = (column: RawBuilder<unknown>, ids: readonly string[]): Condition =>
  oneOf(column, ids, 'uuid')

interface TextWays {
  /** As it is kept. */
  readonly as?: (value: string) => string
  readonly begins?: (prefix: string) => Condition
}

const textFact =
  (column: RawBuilder<unknown>, { as = (value) => value, begins }: TextWays = {}): Fact =>
  (asked) => {
    const value = as(asked.value)
    switch (asked.op) {
      case 'is':
        return sql<SqlBool>`${column} = ${value}`
      case 'begins':
        return begins ? begins(value) : sql<SqlBool>`${column} ilike ${`${escapeLike(value)}%`}`
      case 'contains':
        return contains(column, value)
      case 'isEmpty':
        return sql<SqlBool>`coalesce(${column}, '') = ''`
      default:
        return impossible(asked)
    }
  }

/** A fact that stands in either of two columns. */
const eitherFact =
  (one: Fact, other: Fact): Fact =>
  async (asked) => {
    const [first, second] = [await one(asked), await other(asked)]
    return asked.op === 'isEmpty'
      ? sql<SqlBool>`(${first} and ${second})`
      : sql<SqlBool>`(${first} or ${second})`
  }

/** Serial numbers are kept in upper case. */
const serialFact: Fact = (asked) =>
  asked.op === 'in' ? isOneOf(asked.values.map((sn) => sn.trim().toUpperCase())) : serialText(asked)

const serialText = textFact(sql`device.sn`, {
  as: (value) => value.toUpperCase(),
  begins: (prefix) => beginsWith(sql`device.sn`, prefix),
})

const recordFact =
  (column: RawBuilder<unknown>): Fact =>
  ({ values }) =>
    anyOf(column, values)

const choiceFact =
  (column: RawBuilder<unknown>): Fact =>
  ({ values }) =>
    oneOf(column, values, 'text')

/** What a table of terminals and their groups or labels holds. */
const boundFact =
  (table: 'deviceGroupMember' | 'deviceClassification', key: string): Fact =>
  ({ values }) =>
    sql<SqlBool>`exists (select from ${sql.table(table)} as bound
      where bound.device_id = device.id and ${anyOf(sql.ref(`bound.${key}`), values)})`

/** The versions that terminals run are few: which of them are meant is known before the terminals are asked. */
const versionFact =
  (column: RawBuilder<unknown>, measure: 'FIRMWARE' | 'AGENT'): Fact =>
  async (asked) => {
    const { op, value, lookup } = asked
    if (op === 'is') return sql<SqlBool>`${column} = ${value}`
    if (op === 'isEmpty') return sql<SqlBool>`${column} is null`
    if (op !== 'older' && op !== 'newer') return impossible(asked)
    const meant = await lookup.versions(measure, op, value)
    return meant.length === 0 ? no : sql<SqlBool>`${column} = any(${[...meant]}::text[])`
  }

/** A version that stands in `device_part`. */
const partFact =
  (part: 'OS' | 'SP' | 'KERNEL' | 'PATCH'): Fact =>
  async (asked) => {
    const { op, value, lookup } = asked
    const runs = (
      condition: RawBuilder<unknown>,
    ) => sql<SqlBool>`exists (select from device_part part
      where part.device_id = device.id and part.kind = ${part} and ${condition})`
    if (op === 'is') return runs(sql`part.value = ${value}`)
    if (op === 'isEmpty') return sql<SqlBool>`not ${runs(sql`true`)}`
    if (op !== 'older' && op !== 'newer') return impossible(asked)
    const meant = await lookup.versions(part, op, value)
    return meant.length === 0 ? no : runs(sql`part.value = any(${[...meant]}::text[])`)
  }

/** What a beat tells, as it was when the sweep last looked at the terminal: in order of an index. */
const looked = (condition: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`exists (select from device_order as place
    where place.id = device.id and place.deleted_at is null and ${condition})`

const numberFact =
  (column: RawBuilder<unknown>): Fact =>
  ({ op, value }) =>
    looked(
      op === 'atLeast' ? sql`${column} >= ${Number(value)}` : sql`${column} <= ${Number(value)}`,
    )

const day = (value: string, after = 0) => sql`(${value}::date + ${after}::integer)`
const midnight = (moment: RawBuilder<unknown>) => sql`(${moment}::timestamp at time zone 'UTC')`

const dayFact =
  (column: RawBuilder<unknown>): Fact =>
  (asked) => {
    const { op, value } = asked
    if (op === 'isEmpty') return sql<SqlBool>`${column} is null`
    if (op === 'from') return sql<SqlBool>`${column} >= ${midnight(day(value))}`
    return sql<SqlBool>`${column} < ${midnight(day(value, 1))}`
  }

/** One range of activations for each term of warranty, and those that have one of their own. */
const warrantyFact: Fact = async ({ op, value, lookup }) => {
  const terms = await lookup.warranties()
  const vendors = terms.flatMap(({ vendorIds }) => vendorIds)
  if (op === 'isEmpty')
    return sql<SqlBool>`(device.warranty_until is null
      and (device.activated_at is null or not device.vendor_id = any(${vendors}::uuid[])))`
  const own =
    op === 'from'
      ? sql`device.warranty_until >= ${value}::date`
      : sql`device.warranty_until <= ${value}::date`
  const ranges = terms.map(({ vendorIds, months }) => {
    const before = sql`activated_before(${months}::integer, ${day(value, op === 'from' ? 0 : 1)})`
    const range =
      op === 'from' ? sql`device.activated_at >= ${before}` : sql`device.activated_at < ${before}`
    return sql<SqlBool>`(${anyOf(sql`device.vendor_id`, vendorIds)} and ${range}
      and device.warranty_until is null)`
  })
  return sql<SqlBool>`(${sql.join([own, ...ranges], sql` or `)})`
}

/** Models are few: which of them are meant is asked once. */
const modelEndFact =
  (end: RawBuilder<unknown>): Fact =>
  ({ op, value }) => {
    const models = (meant: RawBuilder<unknown>) =>
      sql<SqlBool>`device.model_id = any(array(select model.id from model where ${meant}))`
    if (op === 'isEmpty') return models(sql`${end} is null`)
    return models(op === 'from' ? sql`${end} >= ${value}::date` : sql`${end} <= ${value}::date`)
  }

const isPresence = (value: string): value is keyof typeof presenceIs => value in presenceIs

/** How each fact of the contract is asked for: one entry each. */
const facts: Readonly<Record<FilterField, Fact>> = {
  sn: serialFact,
  name: textFact(sql`device.name`),
  tid: textFact(sql`device.tid`, {
    begins: (prefix) => beginsWith(sql`device.tid collate "C"`, prefix),
  }),
  mid: textFact(sql`device.mid`),
  imei: eitherFact(textFact(sql`device.imei`), textFact(sql`device.imei2`)),
  mac: textFact(sql`device.mac`, { as: (value) => value.toUpperCase() }),
  iccid: eitherFact(textFact(sql`device.iccid`), textFact(sql`device.iccid2`)),
  batchNo: textFact(sql`device.batch_no`),
  purchaseOrder: textFact(sql`device.purchase_order`),
  orgId: ({ op, values, lookup }) =>
    op === 'in' ? anyOf(sql`device.org_id`, values) : lookup.organizationsBelow(values),
  vendorId: recordFact(sql`device.vendor_id`),
  modelId: recordFact(sql`device.model_id`),
  categoryId: async ({ values, lookup }) =>
    anyOf(sql`device.model_id`, await lookup.modelsOf(values)),
  stationId: recordFact(sql`device.station_id`),
  areaId: ({ values }) =>
    sql<SqlBool>`device.org_id in (select place.id from organization place where ${anyOf(sql`place.area_id`, values)})`,
  placeAreaId: async ({ op, values, lookup }) => {
    const areas = op === 'in' ? values : await lookup.areasBelow(values)
    return sql<SqlBool>`(device.station_id in (select shop.id from station shop where ${anyOf(sql`shop.area_id`, areas)})
      or device.station_id is null
        and device.org_id in (select place.id from organization place where ${anyOf(sql`place.area_id`, areas)}))`
  },
  classificationId: boundFact('deviceClassification', 'classificationId'),
  groupId: boundFact('deviceGroupMember', 'groupId'),
  tag: ({ op, values }) =>
    // Its index knows only those with tags, which the planner has to be told.
    sql<SqlBool>`(device.tags ${op === 'hasAll' ? sql`@>` : sql`&&`} ${[...values]}::text[] and device.tags <> '{}')`,
  attribute: ({ op, values }) => {
    const bears = values.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      const wanted = JSON.stringify([{ name: name.trim(), value: value.join('=').trim() }])
      return sql`device.attributes @> ${wanted}::jsonb`
    })
    // As with tags.
    return sql<SqlBool>`((${sql.join(bears, op === 'hasAll' ? sql` and ` : sql` or `)}) and device.attributes <> '[]')`
  },
  lifecycle: choiceFact(sql`device.lifecycle`),
  status: ({ values }) => sql<SqlBool>`device.status = any(${values.map(Number)}::smallint[])`,
  presence: ({ values }) =>
    sql<SqlBool>`(${sql.join(
      values.filter(isPresence).map((value) => presenceIs[value]),
      sql` or `,
    )})`,
  networkType: ({ values }) => looked(sql`place.network_type = any(${[...values]}::text[])`),
  alarmKind: alarmKindFact,
  alarmSeverity: alarmSeverityFact,
  security: securityFact,
  paramStand: paramStandFact,
  fence: fenceFact,
  lock: lockFact,
  firmware: versionFact(sql`device.firmware`, 'FIRMWARE'),
  agentVersion: versionFact(sql`device.agent_version`, 'AGENT'),
  osVersion: partFact('OS'),
  spVersion: partFact('SP'),
  kernelVersion: partFact('KERNEL'),
  patchLevel: partFact('PATCH'),
  app: appFact,
  appVersion: appVersionFact,
  paramRevision: paramRevisionFact,
  battery: numberFact(sql`place.battery`),
  signal: numberFact(sql`place.signal`),
  freeMb: numberFact(sql`place.free_mb`),
  lastSeenAt: ({ op, value }) => {
    if (op === 'never')
      return sql<SqlBool>`(not ${hasState} and ${looked(sql`place.seen_at is null`)})`
    const since = sql`now() - make_interval(hours => ${Number(value)}::integer)`
    return looked(op === 'within' ? sql`place.seen_at > ${since}` : sql`place.seen_at <= ${since}`)
  },
  activatedAt: dayFact(sql`device.activated_at`),
  createdAt: dayFact(sql`device.created_at`),
  warrantyEnd: warrantyFact,
  supportEnd: modelEndFact(sql`model.end_of_support`),
  ptsEnd: modelEndFact(approvedUntil),
}

/** One condition of a filter as SQL over `device`. */
export async function conditionOf(asked: FilterCondition, lookup: Lookup): Promise<Condition> {
  const { field, op, values } = asked
  const opposite = opposites[op]
  const [value = ''] = values
  const found = await facts[field]({ op: opposite ?? op, value, values, lookup })
  return opposite ? sql<SqlBool>`(${found}) is not true` : found
}
