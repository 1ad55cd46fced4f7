import { writeJson } from '@muster/contract'
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { idList, numberList } from '../resolve/idList.ts'
import { portionsOf } from '../resolve/portions.ts'
import { hashOf, type KeptSet, type ParamStore, readSets } from '../resolve/sets.queries.ts'
import { placeOf } from './faults.ts'
import { judgeDocuments } from './judge.ts'
import { type Layer, readLayers } from './layers.queries.ts'
import { mergeAll } from './merge.rules.ts'

/** Terminals for which the same documents of a code make the same file. */
export interface DocumentKind {
  readonly codeId: string
  readonly code: string
  /** Documents and their revisions, the nearest first. */
  readonly documentIds: readonly string[]
  readonly revIds: readonly number[]
  readonly deviceIds: readonly string[]
}

async function findKinds(db: Kysely<DB>, deviceIds: readonly string[]): Promise<DocumentKind[]> {
  const { rows } = await sql<DocumentKind>`with said as (
      select device_id, code_id, array_agg(document_id order by place) as document_ids,
        jsonb_agg(rev_id order by place) as rev_ids
      from json_document_layers(${idList(deviceIds)}) group by device_id, code_id)
    select said.code_id, json_code.code, document_ids, rev_ids, jsonb_agg(device_id) as device_ids
    from said join json_code on json_code.id = said.code_id group by 1, 2, 3, 4`.execute(db)
  return rows
}

interface DocumentSets {
  readonly sets: readonly { readonly kind: DocumentKind; readonly set: KeptSet }[]
  /** Terminals that get documents of which no set is made yet. */
  readonly waiting: readonly string[]
}

/** What these terminals get of documents, each set once. */
export async function findDocumentSets(
  { db }: Pick<ParamStore, 'db'>,
  deviceIds: readonly string[],
): Promise<DocumentSets> {
  const kinds = await findKinds(db, deviceIds)
  const known = await readSets(db, kinds.map(printOf))
  const told = kinds.map((kind) => ({ kind, set: known.get(printOf(kind)) }))
  return {
    sets: told.flatMap(({ kind, set }) => (set ? [{ kind, set }] : [])),
    waiting: [...new Set(told.flatMap(({ kind, set }) => (set ? [] : kind.deviceIds)))],
  }
}

/**
 * Makes the sets of documents that these terminals get and nobody had before; whether there was time for all of
 * them. Schemas can be written that take long: no transaction may wait for this.
 */
export async function makeDocumentSets(
  store: ParamStore,
  deviceIds: readonly string[],
  until: AbortSignal,
): Promise<boolean> {
  const kinds = await findKinds(store.db, deviceIds)
  const known = await readSets(store.db, kinds.map(printOf))
  const missing = kinds.filter((kind) => !known.has(printOf(kind)))
  const bytes = await readBytes(store.db, revIdsOf(missing))
  const bytesOf = ({ revIds }: DocumentKind) =>
    revIds.reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0)
  for (const portion of portionsOf(missing, bytesOf))
    if (!(await addSets(store, portion, until))) return false
  return true
}

const revIdsOf = (kinds: readonly DocumentKind[]): number[] => [
  ...new Set(kinds.flatMap(({ revIds }) => revIds)),
]

/** What revisions of documents take in memory. */
async function readBytes(db: Kysely<DB>, revIds: readonly number[]) {
  const { rows } = await sql<{ id: number; bytes: number }>`
    select id, coalesce(octet_length(document), octet_length(sealed), 0) + coalesce(octet_length(schema), 0) as bytes
    from json_document_rev where id = any(${numberList(revIds)})`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** Hexadecimal. */
const printOf = ({ codeId, revIds }: DocumentKind): string =>
  createHash('sha256')
    .update(JSON.stringify(['json', codeId, revIds]))
    .digest('hex')

/** Those that could be judged until a moment; whether that were all. */
async function addSets(
  store: ParamStore,
  kinds: readonly DocumentKind[],
  until: AbortSignal,
): Promise<boolean> {
  const layers = await readLayers(store, revIdsOf(kinds))
  const made = kinds.map((kind) => ({ kind, ...mergedOf(layersOf(layers, kind.revIds)) }))
  const judged = made.flatMap(({ text, schema }) => (schema ? [{ schema, document: text }] : []))
  const verdicts = judged.length > 0 ? await judgeDocuments(judged, until) : []
  const isComplete = verdicts.length === judged.length
  const rows = made.flatMap(({ kind, text, schema, isLost }) => {
    const verdict = schema ? verdicts.shift() : undefined
    if (schema && !verdict) return []
    const row = {
      appId: kind.codeId,
      templateRevId: null,
      assignmentIds: [...kind.documentIds],
      valueIds: [],
      documentIds: [...kind.revIds],
      fingerprint: Buffer.from(printOf(kind), 'hex'),
      hash: hashOf({ [kind.code]: text }),
      // The whole document is at fault where nobody can open a part of it.
      isJudged: true,
      faults: isLost ? [''] : (verdict?.faults ?? []).slice(0, mostTold).map(placeOf),
    }
    return [row]
  })
  if (rows.length > 0)
    await store.db
      .insertInto('paramSet')
      .values(rows)
      .onConflict((oc) => oc.column('fingerprint').doNothing())
      .execute()
  return isComplete
}

/** Places in a document that are told as the reason why it is not brought. */
const mostTold = 10

/** The documents of a set, the farthest first. */
export const layersOf = (known: ReadonlyMap<number, Layer>, revIds: readonly number[]): Layer[] =>
  revIds.flatMap((id) => known.get(id) ?? []).toReversed()

/**
 * What documents make together, and the schema of the nearest that has one. None is asked that belongs below what
 * is encrypted: by what does not fit one could read that letter by letter.
 */
export function mergedOf(layers: readonly Layer[]) {
  const read = layers.flatMap((layer) =>
    layer.text === null ? [] : [{ ...layer, text: layer.text }],
  )
  const above = Math.min(...layers.flatMap(({ encrypt, depth }) => (encrypt ? depth : [])))
  const asked = layers.filter(({ schema, depth }) => schema !== null && depth <= above)
  return {
    text: writeJson(mergeAll(read)),
    schema: asked.at(-1)?.schema ?? null,
    isSecret: layers.some(({ encrypt }) => encrypt),
    isLost: read.length < layers.length,
  }
}

/** The file that a set of documents is for a terminal. */
export async function readMerged(store: ParamStore, revIds: readonly number[]) {
  const layers = layersOf(await readLayers(store, revIds), revIds)
  return { ...mergedOf(layers), layers }
}
