import {
  type Call,
  columnsOf,
  effectiveParams,
  type Filter,
  locations,
  notColumns,
  variables,
} from '@muster/contract'
import * as z from 'zod/mini'

/** One thing to ask of a call: its name in the table, and the members of the query. */
export interface Question {
  readonly name: string
  readonly query: Readonly<Record<string, string>>
}

interface Property {
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly format?: string
}

interface QuerySchema {
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
}

// A query is an object; the library's type says that it may be any schema.
const schemaOf = ({ schemas }: Call): QuerySchema =>
  schemas.query
    ? (z.toJSONSchema(schemas.query, { io: 'input', unrepresentable: 'any' }) as QuerySchema)
    : {}

/** Members of a call's query with what the contract says of each. */
const membersOf = (call: Call): ReadonlyMap<string, Property> =>
  new Map(Object.entries(schemaOf(call).properties ?? {}))

/** Members without which a query is refused. */
export const requiredOf = (call: Call): readonly string[] => schemaOf(call).required ?? []

export const isList = (call: Call): boolean =>
  columnsOf(call).size > 0 && membersOf(call).has('pageNum')

/** A row of a list's first page, and ids of records that a filter may name. */
export interface Known {
  readonly row: Readonly<Record<string, unknown>>
  readonly ids: ReadonlyMap<string, string>
  readonly total: number
}

const pageSize = 20
const day = 86_400_000

/** Every page, order, filter and search that the contract of a list allows. */
export function questionsOf(call: Call, known: Known): Question[] {
  return [
    ...pagesOf(known),
    ...ordersOf(call, known),
    ...filtersOf(call, known),
    ...searchesOf(known),
  ]
}

function pagesOf({ total }: Known): Question[] {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const deep = [...new Set([Math.ceil(last / 2), last])].filter((page) => page > 1)
  return deep.map((page) => ({ name: `page ${page}`, query: { pageNum: String(page) } }))
}

/** Each order with its first page both ways, and one far from either end. */
const ordersOf = (call: Call, known: Known): Question[] =>
  [...columnsOf(call)].flatMap((sortField) => {
    const further = pagesOf(known)
      .slice(0, 1)
      .map((page) => ({
        name: `sort ${sortField} asc ${page.name}`,
        query: { sortField, sortOrder: 'asc', ...page.query },
      }))
    const first = ['asc', 'desc'].map((sortOrder) => ({
      name: `sort ${sortField} ${sortOrder}`,
      query: { sortField, sortOrder },
    }))
    return [...first, ...further]
  })

function filtersOf(call: Call, known: Known): Question[] {
  const filters = [...membersOf(call)].filter(
    ([name]) => !notColumns().has(name) || /(?:From|To)$/.test(name),
  )
  return filters.flatMap(([name, property]) =>
    valuesOf(name, property, known).map((value) => ({
      name: `${name}=${value.length > 24 ? shortOf(name, value) : value}`,
      query: { [name]: value },
    })),
  )
}

/** Filters that name a record of which nothing is known. */
export const filtersWithoutValue = (call: Call, ids: Known['ids']): string[] =>
  [...membersOf(call)]
    .filter(([name, { format }]) => format === 'uuid' && name !== 'after' && !ids.has(name))
    .map(([name]) => name)

/** A person's word: of a name on the page, and one that nobody has. */
function searchesOf({ row }: Known): Question[] {
  const named = [row['sn'], row['userName'], row['name']]
  const word = named.find((value) => typeof value === 'string') ?? 'Till'
  return [word, word.slice(0, 4), 'zzzzzz'].map((keyword) => ({
    name: `keyword=${keyword}`,
    query: { keyword },
  }))
}

const shortOf = (name: string, value: string): string =>
  name === 'tree' ? value.replaceAll(/[0-9a-f-]{36}/g, '…').replaceAll('"', '') : '…'

/** One condition of each kind of fact. */
const conditions = (ids: Known['ids']): Filter[] => [
  { field: 'name', op: 'contains', values: ['till 17'] },
  { field: 'sn', op: 'in', values: ['SN1-00000001', 'SN1-00000009'] },
  { field: 'orgId', op: 'below', values: [ids.get('orgId') ?? ''] },
  { field: 'vendorId', op: 'in', values: [ids.get('vendorId') ?? ''] },
  { field: 'groupId', op: 'in', values: [ids.get('groupId') ?? ''] },
  { field: 'classificationId', op: 'in', values: [ids.get('classificationId') ?? ''] },
  { field: 'stationId', op: 'in', values: [ids.get('stationId') ?? ''] },
  { field: 'lifecycle', op: 'in', values: ['STOCK'] },
  { field: 'presence', op: 'in', values: ['ONLINE'] },
  { field: 'firmware', op: 'older', values: ['2.4.20'] },
  { field: 'battery', op: 'atMost', values: ['5'] },
  { field: 'lastSeenAt', op: 'longerAgo', values: ['72'] },
  { field: 'activatedAt', op: 'isEmpty', values: [] },
]

/** Any two of them. */
const pairs = (ids: Known['ids']): Filter[] =>
  conditions(ids).flatMap((one, place, all) =>
    all.slice(place + 1).map((other) => ({ all: [one, other] })),
  )

/** The world, a country and a city, as a screen shows them. */
const views = {
  world: ['-180,-80,180,80', '1'],
  country: ['36,28,50,38', '6'],
  city: ['44,33,45,34', '11'],
}

/** Questions of calls that are no list and answer nothing without a query. */
export function viewsOf(call: Call, ids: Known['ids']): Question[] {
  if (call !== locations.cluster) return []
  const also: Readonly<Record<string, string>>[] = [
    {},
    { presence: 'ONLINE' },
    { presence: 'OFFLINE' },
    { alarm: '1' },
    { groupId: ids.get('groupId') ?? '' },
    { keyword: 'till 17' },
  ]
  return Object.entries(views).flatMap(([name, [bbox = '', zoom = '']]) =>
    also.map((filter) => ({
      name: [name, ...Object.keys(filter), filter['presence'] ?? ''].join(' ').trim(),
      query: { bbox, zoom, ...filter },
    })),
  )
}

/** What a call cannot be asked without, with each value of an enumeration; none: nothing is known of it. */
export function needsOf(call: Call, ids: Known['ids']): Question[] {
  const members = membersOf(call)
  let needs: Question[] = [{ name: '', query: {} }]
  for (const name of requiredOf(call)) {
    const choices = members.get(name)?.enum?.map(String) ?? [ids.get(name)]
    needs = needs.flatMap((need) =>
      choices.flatMap((value) =>
        value === undefined
          ? []
          : [
              {
                name: choices.length > 1 ? `${need.name} ${name}=${value}`.trim() : need.name,
                query: { ...need.query, [name]: value },
              },
            ],
      ),
    )
  }
  return needs.map((need) => ({ ...need, query: { ...need.query, ...besideOf(call, need, ids) } }))
}

const targetOf: Readonly<Record<string, string>> = {
  ORG: 'orgId',
  STATION: 'stationId',
  DEVICE: 'deviceId',
}

/** What some want beside, by what they are asked; no schema says it. */
function besideOf(call: Call, { query }: Question, ids: Known['ids']) {
  const wanted =
    call === effectiveParams.diff
      ? 'assignmentId'
      : call === variables.impact
        ? targetOf[query['level'] ?? '']
        : undefined
  const value = wanted && ids.get(wanted)
  return wanted && value ? { [wanted]: value } : {}
}

/** Values that a filter may have: all of an enumeration, else one that is there and one that is not. */
function valuesOf(name: string, property: Property, { row, ids }: Known): string[] {
  if (name === 'tree') return pairs(ids).map((tree) => JSON.stringify(tree))
  if (name === 'sns') return ['SN1-00000001,SN1-00000009', 'NOBODY-1']
  const choices = property.enum ?? []
  if (choices.length > 0) return choices.map(String)
  if (/(?:From|^from)$/.test(name)) return [new Date(Date.now() - 7 * day).toISOString()]
  if (/(?:To|^to)$/.test(name)) return [new Date(Date.now() - 30 * day).toISOString()]
  const there = row[name] ?? ids.get(name)
  if (property.type === 'integer' || property.type === 'number') return ['24']
  if (typeof there !== 'string') return property.format === 'uuid' ? [] : ['zzzzzz']
  return property.format === 'uuid' ? [there] : [there, 'zzzzzz']
}
