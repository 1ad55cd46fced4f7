import { createHash } from 'node:crypto'
import { canonicalParams, placeholdersOf } from '@muster/contract'
import { type InsertObject, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { UnreadableSecret } from '../../../platform/secrets.ts'
import { hashList, idList, numberList } from './idList.ts'
import { portionsOf } from './portions.ts'
import type { Turn } from './turn.ts'

/** The dictionary as the owner of values. */
export const dictionaryOwner = '00000000-0000-0000-0000-000000000000'

/** Terminals about whose application the same assignments speak. */
export interface Kind {
  readonly appId: string
  readonly templateRevId: string
  /** The nearest first. */
  readonly assignmentIds: readonly string[]
  readonly deviceIds: readonly string[]
}

/** Who speaks about the applications of these terminals, each list of them once. */
export async function findKinds(db: Kysely<DB>, deviceIds: readonly string[]): Promise<Kind[]> {
  const { rows } = await sql<Kind>`with said as (
      select device_id, app_id, array_agg(assignment_id order by place) as assignment_ids,
        (array_agg(template_rev_id order by place))[1] as template_rev_id
      from param_layers(${idList(deviceIds)}) group by device_id, app_id)
    select app_id, template_rev_id, assignment_ids, jsonb_agg(device_id) as device_ids
    from said group by 1, 2, 3`.execute(db)
  return rows
}

/** Values by their ids, and what they take in memory. */
export interface Values {
  readonly valueIds: readonly number[]
  readonly bytes: number
}

/** What a value takes: its text, and what stands around it. */
const bytesOfValue = sql`200 + coalesce(octet_length(value), octet_length(sealed), 0)`
/** What values take together. */
export const bytesOfValues = sql`sum(${bytesOfValue})::bigint`

/** Kinds whose values are in memory at a time: each may have an owner of its own that says all parameters. */
const mostKinds = 200

/** The values that hold for each kind: of each parameter of its template that of the nearest owner. */
async function findValues(db: Kysely<DB>, kinds: readonly Kind[]): Promise<Values[]> {
  const found: Values[] = []
  for (let from = 0; from < kinds.length; from += mostKinds) {
    const some = kinds.slice(from, from + mostKinds)
    const said = await readSaid(db, some)
    found.push(...some.map((kind) => nearestOf(said, kind)))
  }
  return found
}

/** A value of an owner, for whoever has the template that has its parameter. */
interface Said {
  readonly ownerId: string
  readonly templateRevId: string
  readonly pid: string
  readonly id: number
  readonly bytes: number
}

/** What speaks of parameters of the template of a kind, the nearest first. */
const ownersOf = ({ assignmentIds, templateRevId }: Kind): string[] => [
  ...assignmentIds,
  templateRevId,
  dictionaryOwner,
]

const keyOf = (templateRevId: string, ownerId: string): string => `${templateRevId}/${ownerId}`

/** What owners say: once, however many kinds share them. */
async function readSaid(db: Kysely<DB>, kinds: readonly Kind[]): Promise<Map<string, Said[]>> {
  const asked = new Map(
    kinds.flatMap((kind) =>
      ownersOf(kind).map((owner) => [
        keyOf(kind.templateRevId, owner),
        { template: kind.templateRevId, owner },
      ]),
    ),
  )
  const pairs = [...asked.values()]
  const templates = idList(pairs.map(({ template }) => template))
  const owners = idList(pairs.map(({ owner }) => owner))
  const { rows } = await sql<Said>`
    select value.owner_id, asked.template_rev_id, value.pid, value.id, ${bytesOfValue} as bytes
    from unnest(${templates}, ${owners}) as asked (template_rev_id, owner_id)
      join param_value value on value.owner_id = asked.owner_id and value.to_rev is null
      join param_template_pid field on field.template_rev_id = asked.template_rev_id and field.pid = value.pid`.execute(
    db,
  )
  return Map.groupBy(rows, ({ templateRevId, ownerId }) => keyOf(templateRevId, ownerId))
}

function nearestOf(said: ReadonlyMap<string, readonly Said[]>, kind: Kind): Values {
  const nearest = new Map<string, Said>()
  for (const owner of ownersOf(kind).toReversed())
    for (const one of said.get(keyOf(kind.templateRevId, owner)) ?? []) nearest.set(one.pid, one)
  const values = [...nearest.values()]
  return {
    valueIds: values.map(({ id }) => id).toSorted((one, other) => one - other),
    bytes: values.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** A set as it is kept. */
export interface KeptSet {
  readonly id: number
  readonly keys: readonly string[]
  readonly hash: Buffer | null
  /** What keeps it from being brought to anybody. */
  readonly faults: readonly string[]
  readonly isJudged: boolean
  /** Null: a set of documents. */
  readonly templateRevId: string | null
}

/** Where values are kept, and what opens secrets. */
export interface ParamStore {
  readonly db: Kysely<DB>
  readonly secrets: Context['platform']['secrets']
}

/** What values of a template's revision are judged by: parameters that keep them from being brought. */
interface Judge {
  readonly breached: (content: {
    readonly values: Readonly<Record<string, string>>
    readonly unresolved: readonly string[]
    readonly hidden: ReadonlySet<string>
  }) => string[]
}

/** The same, with what judges values. */
interface JudgingStore extends ParamStore {
  readonly forms: (revisionId: string) => Promise<Judge>
  readonly turn: Turn
}

/** The sets of these kinds, in their order; those that nobody had before are written down. Undefined: there was no time to judge it. */
export async function findSets(
  store: JudgingStore,
  kinds: readonly Kind[],
): Promise<(KeptSet | undefined)[]> {
  if (kinds.length === 0) return []
  const { db } = store
  const values = await findValues(db, kinds)
  const wanted = kinds.map((kind, no) => {
    const set = { ...kind, ...at(values, no) }
    return { ...set, print: fingerprintOf(set) }
  })
  const printsOf = (sets: readonly NewSet[]) => sets.map(({ print }) => print)
  const known = await judgeSets(store, await readSets(db, printsOf(wanted)))
  const missing = wanted.filter(({ print }) => !known.has(print))
  if (missing.length > 0) {
    for (const sets of portionsOf(missing, bytesOf)) await addSets(store, sets)
    for (const [print, set] of await readSets(db, printsOf(missing))) known.set(print, set)
  }
  return wanted.map(({ print }) => known.get(print))
}

const bytesOf = ({ bytes }: Values): number => bytes

function at<T>(list: readonly T[], no: number): T {
  const one = list[no]
  if (one === undefined) throw new Error('beyond the end of a list')
  return one
}

/** Hexadecimal. */
const fingerprintOf = ({ appId, templateRevId, assignmentIds, valueIds }: Kind & Values): string =>
  createHash('sha256')
    .update(JSON.stringify([appId, templateRevId, assignmentIds, valueIds]))
    .digest('hex')

/** Those of these fingerprints that are kept, by them. */
export async function readSets(
  db: Kysely<DB>,
  prints: readonly string[],
): Promise<Map<string, KeptSet>> {
  const rows = await db
    .selectFrom('paramSet')
    .select(['id', 'keys', 'hash', 'faults', 'fingerprint', 'isJudged', 'templateRevId'])
    .where('fingerprint', '=', sql<Buffer>`any(${hashList(prints)})`)
    .execute()
  return new Map(rows.map(({ fingerprint, ...set }) => [fingerprint.toString('hex'), set]))
}

interface NewSet extends Kind, Values {
  readonly print: string
}

async function addSets(store: JudgingStore, sets: readonly NewSet[]): Promise<void> {
  const all = await readValues(store, [...new Set(sets.flatMap(({ valueIds }) => valueIds))])
  const rows: InsertObject<DB, 'paramSet'>[] = []
  for (const { appId, templateRevId, assignmentIds, valueIds, print } of sets) {
    const written = valueIds.flatMap((id) => all.get(id) ?? [])
    const values = textsOf(written)
    const isPlain = !written.some((one) => one.isUnreadable || one.text.includes('${'))
    // Others are judged for each terminal, once their variables are filled in.
    const faults = isPlain
      ? await store.turn.take(() => faultsOf(store, templateRevId, written))
      : []
    if (!faults) continue
    rows.push({
      appId,
      templateRevId,
      assignmentIds: idList(assignmentIds),
      valueIds: numberList(valueIds),
      fingerprint: Buffer.from(print, 'hex'),
      keys: isPlain ? [] : [...new Set(Object.values(values).flatMap(placeholdersOf))].toSorted(),
      hash: isPlain ? hashOf(values) : null,
      faults,
      isJudged: true,
    })
  }
  if (rows.length === 0) return
  await store.db
    .insertInto('paramSet')
    .values(rows)
    .onConflict((oc) => oc.column('fingerprint').doNothing())
    .execute()
}

/** Judges those that were kept before sets were judged. */
async function judgeSets(
  store: JudgingStore,
  known: ReadonlyMap<string, KeptSet>,
): Promise<Map<string, KeptSet>> {
  const open = [...known].filter(([, { isJudged, hash }]) => !isJudged && hash !== null)
  if (open.length === 0) return new Map(known)
  const ids = numberList(open.map(([, { id }]) => id))
  const { rows } = await sql<Values & { readonly print: string }>`
    select encode(fingerprint, 'hex') as print, to_jsonb(value_ids) as value_ids,
      coalesce((select ${bytesOfValues} from param_value where id = any(param_set.value_ids)), 0) as bytes
    from param_set where id = any(${ids})`.execute(store.db)
  const judged = new Map<string, KeptSet>()
  for (const sets of portionsOf(rows, bytesOf)) {
    const all = await readValues(store, [...new Set(sets.flatMap(({ valueIds }) => valueIds))])
    for (const { print, valueIds } of sets) {
      const set = known.get(print)
      const written = valueIds.flatMap((id) => all.get(id) ?? [])
      if (set)
        judged.set(print, {
          ...set,
          faults: await faultsOf(store, set.templateRevId, written),
        })
    }
  }
  const told = [...judged.values()].map(({ id, faults }) => ({ id, faults }))
  await sql`update param_set set faults = told.faults, is_judged = true
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (id bigint, faults text[])
    where param_set.id = told.id`.execute(store.db)
  return new Map([...known, ...judged])
}

const textsOf = (written: readonly Written[]): Record<string, string> =>
  Object.fromEntries(written.map(({ pid, text }) => [pid, text]))

/** What is wrong with values in which no variable is. */
async function faultsOf(
  store: JudgingStore,
  templateRevId: string | null,
  written: readonly Written[],
): Promise<string[]> {
  if (templateRevId === null) return []
  const { breached } = await store.forms(templateRevId)
  const hidden = new Set(written.filter(({ isSecret }) => isSecret).map(({ pid }) => pid))
  return breached({ values: textsOf(written), unresolved: [], hidden })
}

/** What terminals and platform compare. */
export const hashOf = (values: Readonly<Record<string, string>>): Buffer =>
  createHash('sha256').update(canonicalParams(values)).digest()

/** A value as it stands where it comes from. */
export interface Written {
  readonly pid: string
  readonly text: string
  readonly isSecret: boolean
  /** It was sealed with a key that is lost. */
  readonly isUnreadable: boolean
  readonly ownerId: string
  readonly fromRev: number
}

/** Who put a value there, and by which number: the same for all that have it from there. */
export const originOf = ({ ownerId, fromRev }: Written): string => `${ownerId}/${fromRev}`

/** Values by their ids, secrets opened. */
export async function readValues(
  store: ParamStore,
  ids: readonly number[],
): Promise<Map<number, Written>> {
  if (ids.length === 0) return new Map()
  return valuesIn(store, sql`any(${numberList(ids)})`)
}

async function valuesIn(
  { db, secrets }: ParamStore,
  ids: RawBuilder<unknown>,
): Promise<Map<number, Written>> {
  const rows = await db
    .selectFrom('paramValue')
    .select(['id', 'pid', 'value', 'sealed', 'sealedFor', 'ownerId', 'fromRev'])
    .where('id', '=', sql<number>`${ids}`)
    .execute()
  return new Map(
    rows.map(({ id, pid, value, sealed, sealedFor, ownerId, fromRev }) => {
      const text = sealed && sealedFor ? openedText(secrets, sealed, sealedFor) : value
      const told = { pid, text: text ?? '', isUnreadable: text === null }
      return [id, { ...told, isSecret: sealed !== null, ownerId, fromRev }]
    }),
  )
}

/** Null: nobody can read it any more, and it keeps nobody else's values back. */
function openedText(
  secrets: ParamStore['secrets'],
  sealed: Buffer,
  purpose: string,
): string | null {
  try {
    return secrets.open(sealed, purpose).toString()
  } catch (error) {
    if (error instanceof UnreadableSecret) return null
    throw error
  }
}

/** What a set says, before variables are filled in. */
export async function readSet(store: ParamStore, setId: number): Promise<Written[]> {
  const ids = sql`any((select value_ids from param_set where id = ${setId})::bigint[])`
  return [...(await valuesIn(store, ids)).values()]
}
