import { writeJson } from '@muster/contract'
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { idList } from '../resolve/idList.ts'
import { hashOf, type KeptSet, type ParamStore } from '../resolve/sets.queries.ts'
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

/** What these terminals get of documents, each set once; those that nobody had before are made. */
export async function findDocumentSets(
  store: ParamStore,
  deviceIds: readonly string[],
): Promise<{ kind: DocumentKind; set: KeptSet }[]> {
  const kinds = await findKinds(store.db, deviceIds)
  if (kinds.length === 0) return []
  const known = await readSets(store.db, kinds)
  const missing = kinds.filter((kind) => !known.has(printOf(kind)))
  if (missing.length > 0) {
    await addSets(store, missing)
    for (const [print, set] of await readSets(store.db, missing)) known.set(print, set)
  }
  return kinds.map((kind) => {
    const set = known.get(printOf(kind))
    if (!set) throw new Error('a set of documents was not written')
    return { kind, set }
  })
}

/** Hexadecimal. */
const printOf = ({ codeId, revIds }: DocumentKind): string =>
  createHash('sha256')
    .update(JSON.stringify(['json', codeId, revIds]))
    .digest('hex')

async function readSets(db: Kysely<DB>, kinds: readonly DocumentKind[]) {
  const rows = await db
    .selectFrom('paramSet')
    .select(['id', 'keys', 'hash', 'faults', 'fingerprint', 'isJudged', 'templateRevId'])
    .where(
      'fingerprint',
      'in',
      kinds.map((kind) => Buffer.from(printOf(kind), 'hex')),
    )
    .execute()
  return new Map<string, KeptSet>(
    rows.map(({ fingerprint, ...set }) => [fingerprint.toString('hex'), set]),
  )
}

async function addSets(store: ParamStore, kinds: readonly DocumentKind[]): Promise<void> {
  const layers = await readLayers(store, [...new Set(kinds.flatMap(({ revIds }) => revIds))])
  const made = kinds.map((kind) => ({ kind, ...mergedOf(layersOf(layers, kind.revIds)) }))
  const judged = made.flatMap(({ text, schema }) => (schema ? [{ schema, document: text }] : []))
  const verdicts = judged.length > 0 ? await judgeDocuments(judged) : []
  const rows = made.map(({ kind, text, schema, isLost }) => {
    const verdict = schema ? verdicts.shift() : undefined
    return {
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
  })
  await store.db
    .insertInto('paramSet')
    .values(rows)
    .onConflict((oc) => oc.column('fingerprint').doNothing())
    .execute()
}

/** Places in a document that are told as the reason why it is not brought. */
const mostTold = 10

/** The documents of a set, the farthest first. */
export const layersOf = (known: ReadonlyMap<number, Layer>, revIds: readonly number[]): Layer[] =>
  revIds.flatMap((id) => known.get(id) ?? []).toReversed()

/** What documents make together, and the schema of the nearest that has one. */
export function mergedOf(layers: readonly Layer[]) {
  const read = layers.flatMap((layer) =>
    layer.text === null ? [] : [{ ...layer, text: layer.text }],
  )
  return {
    text: writeJson(mergeAll(read)),
    schema: layers.findLast((layer) => layer.schema !== null)?.schema ?? null,
    isSecret: layers.some(({ encrypt }) => encrypt),
    isLost: read.length < layers.length,
  }
}

/** The file that a set of documents is for a terminal. */
export async function readMerged(store: ParamStore, revIds: readonly number[]) {
  const layers = layersOf(await readLayers(store, revIds), revIds)
  return { ...mergedOf(layers), layers }
}
