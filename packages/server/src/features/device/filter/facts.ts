import {
  type FilterCondition,
  filterChoices,
  type FilterField,
  type FilterOperator,
  namedAlone,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, beginsWith, contains, escapeLike } from '../../../kit/page.ts'
import { approvedUntil } from '../model/approvedUntil.ts'
import { hasState, presenceIs } from '../estate/presenceIs.ts'
import { isOneOf } from '../estate/serials.queries.ts'
import { type ChoiceFact, type Fact, type Finds, impossible, type Teller } from './fact.ts'
import { hasColumns, hasDay, hasOfModel, hasRows, hasTold, namesOf } from './has.ts'
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

const textFact = (
  column: RawBuilder<unknown>,
  { as = (value) => value, begins }: TextWays = {},
): Fact => ({
  finds: (asked) => {
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
  },
  has: hasColumns(column),
})

/** A fact that stands in either of two columns. */
const eitherFact = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): Fact => ({
  finds: async (asked) => {
    const [first, second] = [await textFact(one).finds(asked), await textFact(other).finds(asked)]
    return asked.op === 'isEmpty'
      ? sql<SqlBool>`(${first} and ${second})`
      : sql<SqlBool>`(${first} or ${second})`
  },
  has: hasColumns(one, other),
})

/** Serial numbers are kept in upper case. */
const serialText = textFact(sql`device.sn`, {
  as: (value) => value.toUpperCase(),
  begins: (prefix) => beginsWith(sql`device.sn`, prefix),
})

const serialFact: Fact = {
  finds: (asked) =>
    asked.op === 'in'
      ? isOneOf(asked.values.map((sn) => sn.trim().toUpperCase()))
      : serialText.finds(asked),
  has: serialText.has,
}

const recordFact = (column: RawBuilder<unknown>): Fact => ({
  finds: ({ values }) => anyOf(column, values),
  has: hasColumns(column),
})

/** What a table of terminals and their groups or labels holds. */
const isBound =
  (table: 'deviceGroupMember' | 'deviceClassification', key: string): Finds =>
  ({ values }) =>
    sql<SqlBool>`exists (select from ${sql.table(table)} as bound
      where bound.device_id = device.id and ${anyOf(sql.ref(`bound.${key}`), values)})`

/**
 * The versions that terminals run are few: which of them are meant is known before the terminals are asked. They are
 * found where an index keeps them.
 */
const versionFact = (name: 'firmware' | 'agent_version', measure: 'FIRMWARE' | 'AGENT'): Fact => ({
  finds: async (asked) => {
    const { op, value, lookup } = asked
    const column = sql.ref(`place.${name}`)
    const runs = (condition: RawBuilder<unknown>) =>
      sql<SqlBool>`exists (select from device_version as place where place.id = device.id and ${condition})`
    if (op === 'is') return runs(sql`${column} = ${value}`)
    if (op === 'isEmpty') return runs(sql`${column} is null`)
    if (op !== 'older' && op !== 'newer') return impossible(asked)
    const meant = await lookup.versions(measure, op, value)
    return meant.length === 0 ? no : runs(sql`${column} = any(${[...meant]}::text[])`)
  },
  has: hasColumns(sql.ref(`device.${name}`)),
})

/** A version that stands in `device_part`. */
const partFact = (part: 'OS' | 'SP' | 'KERNEL' | 'PATCH'): Fact => ({
  finds: async (asked) => {
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
  },
  has: hasRows(sql`select part.value from device_part part
    where part.device_id = device.id and part.kind = ${part}`),
})

/** What a beat tells, as it was when the sweep last looked at the terminal: in order of an index. */
const looked = (condition: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`exists (select from device_order as place
    where place.id = device.id and place.deleted_at is null and ${condition})`

const numberFact = (column: RawBuilder<unknown>): Fact => ({
  finds: ({ op, value }) =>
    looked(
      op === 'atLeast' ? sql`${column} >= ${Number(value)}` : sql`${column} <= ${Number(value)}`,
    ),
  has: hasTold(column),
})

const day = (value: string, after = 0) => sql`(${value}::date + ${after}::integer)`
const midnight = (moment: RawBuilder<unknown>) => sql`(${moment}::timestamp at time zone 'UTC')`

const dayFact = (column: RawBuilder<unknown>): Fact => ({
  finds: ({ op, value }) => {
    if (op === 'isEmpty') return sql<SqlBool>`${column} is null`
    if (op === 'from') return sql<SqlBool>`${column} >= ${midnight(day(value))}`
    return sql<SqlBool>`${column} < ${midnight(day(value, 1))}`
  },
  has: hasDay(column),
})

/** One range of activations for each term of warranty, and those that have one of their own. */
const isUnderWarranty: Finds = async ({ op, value, lookup }) => {
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
const modelEndFact = (end: RawBuilder<unknown>): Fact => ({
  finds: ({ op, value }) => {
    const models = (meant: RawBuilder<unknown>) =>
      sql<SqlBool>`device.model_id = any(array(select model.id from model where ${meant}))`
    if (op === 'isEmpty') return models(sql`${end} is null`)
    return models(op === 'from' ? sql`${end} >= ${value}::date` : sql`${end} <= ${value}::date`)
  },
  has: hasOfModel(sql`to_char(${end}, 'YYYY-MM-DD')`),
})

const isPresence = (value: string): value is keyof typeof presenceIs => value in presenceIs

const areaOfOrganization = sql`select place.area_id from organization place where place.id = device.org_id`

type ChoiceField = keyof typeof filterChoices
type Facts = Record<ChoiceField, ChoiceFact> & Record<Exclude<FilterField, ChoiceField>, Fact>

/** How each fact of the contract is asked for, and what a terminal has of it: one entry each. */
const facts: Readonly<Facts> = {
  sn: serialFact,
  name: textFact(sql`device.name`),
  tid: textFact(sql`device.tid`, {
    begins: (prefix) => beginsWith(sql`device.tid collate "C"`, prefix),
  }),
  mid: textFact(sql`device.mid`),
  imei: eitherFact(sql`device.imei`, sql`device.imei2`),
  mac: textFact(sql`device.mac`, { as: (value) => value.toUpperCase() }),
  iccid: eitherFact(sql`device.iccid`, sql`device.iccid2`),
  batchNo: textFact(sql`device.batch_no`),
  purchaseOrder: textFact(sql`device.purchase_order`),
  orgId: {
    finds: ({ op, values, lookup }) =>
      op === 'in' ? anyOf(sql`device.org_id`, values) : lookup.organizationsBelow(values),
    has: hasColumns(sql`device.org_id`),
  },
  vendorId: recordFact(sql`device.vendor_id`),
  modelId: recordFact(sql`device.model_id`),
  categoryId: {
    finds: async ({ values, lookup }) => anyOf(sql`device.model_id`, await lookup.modelsOf(values)),
    has: hasOfModel(sql`model.category_id`),
  },
  stationId: recordFact(sql`device.station_id`),
  areaId: {
    finds: ({ values }) =>
      sql<SqlBool>`device.org_id in (select place.id from organization place where ${anyOf(sql`place.area_id`, values)})`,
    has: hasColumns(areaOfOrganization),
  },
  placeAreaId: {
    finds: async ({ op, values, lookup }) => {
      const areas = op === 'in' ? values : await lookup.areasBelow(values)
      return sql<SqlBool>`(device.station_id in (select shop.id from station shop where ${anyOf(sql`shop.area_id`, areas)})
      or device.station_id is null
        and device.org_id in (select place.id from organization place where ${anyOf(sql`place.area_id`, areas)}))`
    },
    has: hasColumns(sql`case when device.station_id is null then (${areaOfOrganization})
      else (select shop.area_id from station shop where shop.id = device.station_id) end`),
  },
  classificationId: {
    finds: isBound('deviceClassification', 'classificationId'),
    has: hasRows(sql`select bound.classification_id::text from device_classification bound
      where bound.device_id = device.id order by 1`),
  },
  groupId: {
    finds: isBound('deviceGroupMember', 'groupId'),
    // Of those that a filter may ask for; which ones others have is not told.
    has: ({ groups }) => sql`array(select device_group.id::text from device_group_member bound
      join device_group on device_group.id = bound.group_id
      where bound.device_id = device.id and device_group.type = 'STATIC' and ${groups} order by 1)`,
  },
  tag: {
    finds: ({ op, values }) =>
      // Its index knows only those with tags, which the planner has to be told.
      sql<SqlBool>`(device.tags ${op === 'hasAll' ? sql`@>` : sql`&&`} ${[...values]}::text[] and device.tags <> '{}')`,
    has: () => sql`coalesce(device.tags, '{}')::text[]`,
  },
  attribute: {
    finds: ({ op, values }) => {
      const bears = values.map((pair) => {
        const [name = '', ...value] = pair.split('=')
        const wanted = JSON.stringify([{ name: name.trim(), value: value.join('=').trim() }])
        return sql`device.attributes @> ${wanted}::jsonb`
      })
      // As with tags.
      return sql<SqlBool>`((${sql.join(bears, op === 'hasAll' ? sql` and ` : sql` or `)}) and device.attributes <> '[]')`
    },
    has: ({ values }) => sql`array(select (own ->> 'name') || '=' || (own ->> 'value')
    from jsonb_array_elements(device.attributes) own where own ->> 'name' = any(${namesOf(values)}::text[]))`,
  },
  lifecycle: { finds: ({ values }) => oneOf(sql`device.lifecycle`, values, 'text') },
  status: {
    finds: ({ values }) => sql<SqlBool>`device.status = any(${values.map(Number)}::smallint[])`,
  },
  presence: {
    finds: ({ values }) =>
      sql<SqlBool>`(${sql.join(
        values.filter(isPresence).map((value) => presenceIs[value]),
        sql` or `,
      )})`,
  },
  networkType: {
    finds: ({ values }) => looked(sql`place.network_type = any(${[...values]}::text[])`),
  },
  alarmKind: { finds: alarmKindFact },
  alarmSeverity: { finds: alarmSeverityFact },
  security: { finds: securityFact },
  paramStand: { finds: paramStandFact },
  fence: { finds: fenceFact },
  lock: { finds: lockFact },
  firmware: versionFact('firmware', 'FIRMWARE'),
  agentVersion: versionFact('agent_version', 'AGENT'),
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
  lastSeenAt: {
    finds: ({ op, value }) => {
      if (op === 'never')
        return sql<SqlBool>`(not ${hasState} and ${looked(sql`place.seen_at is null`)})`
      const since = sql`now() - make_interval(hours => ${Number(value)}::integer)`
      return looked(
        op === 'within' ? sql`place.seen_at > ${since}` : sql`place.seen_at <= ${since}`,
      )
    },
    // In whole hours, as it is asked for.
    has: hasTold(sql`floor(extract(epoch from now() - place.seen_at) / 3600)::integer`),
  },
  activatedAt: dayFact(sql`device.activated_at`),
  createdAt: dayFact(sql`device.created_at`),
  warrantyEnd: {
    finds: isUnderWarranty,
    has: hasColumns(sql`select to_char(shown.warranty_end, 'YYYY-MM-DD') from device_row shown
      where shown.id = device.id`),
  },
  supportEnd: modelEndFact(sql`model.end_of_support`),
  ptsEnd: modelEndFact(approvedUntil),
}

/** One condition of a filter as SQL over `device`. */
export async function conditionOf(asked: FilterCondition, lookup: Lookup): Promise<Condition> {
  const { field, op, values } = asked
  const opposite = opposites[op]
  const [value = ''] = values
  const found = await facts[field].finds({ op: opposite ?? op, value, values, lookup })
  return opposite ? sql<SqlBool>`(${found}) is not true` : found
}

const isChoice = (field: FilterField): field is ChoiceField => field in filterChoices

/**
 * What a terminal itself has of that which a condition asks for, over `device`: an array of texts, as the values of
 * such a condition are written.
 */
export async function ownValuesOf(
  { field, values }: FilterCondition,
  { lookup, groups }: { readonly lookup: Lookup } & Pick<Teller, 'groups'>,
): Promise<RawBuilder<unknown>> {
  if (!isChoice(field)) return facts[field].has({ values, groups })
  const all: readonly string[] = filterChoices[field]
  const choices = namedAlone.includes(field) ? all.filter((one) => values.includes(one)) : all
  if (choices.length === 0) return sql`'{}'::text[]`
  const held: RawBuilder<unknown>[] = []
  for (const value of choices) {
    const has = await conditionOf({ field, op: 'in', values: [value] }, lookup)
    held.push(sql`case when ${has} then ${value}::text end`)
  }
  return sql`array_remove(array[${sql.join(held)}], null)`
}
