import { createHash } from 'node:crypto'
import { canonicalParams, placeholdersOf } from '@muster/contract'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { UnreadableSecret } from '../../../platform/secrets.ts'
import { hashList, idList, numberList } from './idList.ts'
import { portionsOf } from './portions.ts'

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

/** What values take together: their texts, and what stands around each. */
export const bytesOfValues = sql`sum(200 + coalesce(octet_length(value), octet_length(sealed), 0))::bigint`

/** The values that hold for each kind: of each parameter of its template that of the nearest owner. */
async function findValues(db: Kysely<DB>, kinds: readonly Kind[]): Promise<Values[]> {
  const asked = kinds.map(({ assignmentIds, templateRevId }, no) => ({
    no,
    owners: [...assignmentIds, templateRevId, dictionaryOwner],
    template: templateRevId,
  }))
  const { rows } = await sql<Values & { readonly no: number }>`
    select kind.no, jsonb_agg(found.id order by found.id) as value_ids, ${bytesOfValues} as bytes
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as kind (no integer, owners uuid[], template uuid)
      cross join lateral (
        select distinct on (value.pid) value.id, value.value, value.sealed
        from unnest(kind.owners) with ordinality as owner (id, place)
          join param_value value on value.owner_id = owner.id and value.to_rev is null
          join param_template_pid field on field.template_rev_id = kind.template and field.pid = value.pid
        order by value.pid, owner.place) found
    group by kind.no`.execute(db)
  const byNo = new Map(rows.map(({ no, ...values }) => [no, values]))
  return kinds.map((_, no) => byNo.get(no) ?? { valueIds: [], bytes: 0 })
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
  }) => string[]
}

/** The same, with what judges values. */
interface JudgingStore extends ParamStore {
  readonly forms: (revisionId: string) => Promise<Judge>
}

/** The sets of these kinds, in their order; those that nobody had before are written down. */
export async function findSets(store: JudgingStore, kinds: readonly Kind[]): Promise<KeptSet[]> {
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
  return wanted.map(({ print }) => {
    const set = known.get(print)
    if (!set) throw new Error('a set of parameters was not written')
    return set
  })
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
  const rows: Insertable<DB['paramSet']>[] = []
  for (const { appId, templateRevId, assignmentIds, valueIds, print } of sets) {
    const written = valueIds.flatMap((id) => all.get(id) ?? [])
    const values = Object.fromEntries(written.map(({ pid, text }) => [pid, text]))
    const isPlain = !written.some((one) => one.isUnreadable || one.text.includes('${'))
    rows.push({
      appId,
      templateRevId,
      assignmentIds: [...assignmentIds],
      valueIds: [...valueIds],
      fingerprint: Buffer.from(print, 'hex'),
      keys: [...new Set(Object.values(values).flatMap(placeholdersOf))].toSorted(),
      hash: isPlain ? hashOf(values) : null,
      // Others are judged for each terminal, once their variables are filled in.
      faults: isPlain ? await faultsOf(store, templateRevId, written) : [],
      isJudged: true,
    })
  }
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
        judged.set(print, { ...set, faults: await faultsOf(store, set.templateRevId, written) })
    }
  }
  const told = [...judged.values()].map(({ id, faults }) => ({ id, faults }))
  await sql`update param_set set faults = told.faults, is_judged = true
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (id bigint, faults text[])
    where param_set.id = told.id`.execute(store.db)
  return new Map([...known, ...judged])
}

/** What is wrong with values in which no variable is. */
async function faultsOf(
  store: JudgingStore,
  templateRevId: string | null,
  written: readonly Written[],
): Promise<string[]> {
  if (templateRevId === null) return []
  const values = Object.fromEntries(written.map(({ pid, text }) => [pid, text]))
  const { breached } = await store.forms(templateRevId)
  return breached({ values, unresolved: [] })
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
  { db, secrets }: ParamStore,
  ids: readonly number[],
): Promise<Map<number, Written>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('paramValue')
    .select(['id', 'pid', 'value', 'sealed', 'sealedFor', 'ownerId', 'fromRev'])
    .where('id', '=', sql<number>`any(${numberList(ids)})`)
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
  const set = await store.db
    .selectFrom('paramSet')
    .select('valueIds')
    .where('id', '=', setId)
    .executeTakeFirstOrThrow()
  return [...(await readValues(store, set.valueIds)).values()]
}
