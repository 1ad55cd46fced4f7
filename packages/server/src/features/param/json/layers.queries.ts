import type { JsonLevel, JsonMergeMode } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { UnreadableSecret } from '../../../platform/secrets.ts'
import { numberList } from '../resolve/idList.ts'
import type { ParamStore } from '../resolve/sets.queries.ts'

/** A published document that has a part in something. */
export interface Layer {
  readonly revId: number
  readonly documentId: string
  /** Of the organization that it belongs to, in the tree: all that a terminal gets are above one another. */
  readonly depth: number
  readonly revision: number
  /** As it was typed; null: it was sealed with a key that is lost. */
  readonly text: string | null
  readonly schema: string | null
  readonly encrypt: boolean
  readonly mergeMode: JsonMergeMode
}

/** What documents are sealed for. */
export const sealedForDocument = (id: string): string => `json.document:${id}`

interface Sealed {
  readonly document: string | null
  readonly sealed: Buffer | null
}

/** A document as it was typed; an empty one where nothing was. */
export const openedText = (
  { secrets }: Pick<ParamStore, 'secrets'>,
  id: string,
  { document, sealed }: Sealed,
): string => document ?? (sealed ? secrets.open(sealed, sealedForDocument(id)).toString() : '{}')

const depth = sql<number>`nlevel(own.path)`

/** How deep in the tree an organization is. */
export async function depthOf(db: Kysely<DB>, orgId: string): Promise<number> {
  const found = await db
    .selectFrom('organization as own')
    .select(depth.as('depth'))
    .where('own.id', '=', orgId)
    .executeTakeFirstOrThrow()
  return found.depth
}

/** Revisions of documents by their ids. */
export async function readLayers(
  store: ParamStore,
  revIds: readonly number[],
): Promise<ReadonlyMap<number, Layer>> {
  if (revIds.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('jsonDocumentRev as rev')
    .innerJoin('jsonDocument as of', 'of.id', 'rev.documentId')
    .innerJoin('organization as own', 'own.id', 'of.orgId')
    .select(['rev.id', 'rev.documentId', 'rev.revision', 'rev.document', 'rev.sealed'])
    .select(['rev.schema', 'rev.encrypt', 'rev.mergeMode', depth.as('depth')])
    .where('rev.id', '=', sql<number>`any(${numberList(revIds)})`)
    .execute()
  return new Map(
    rows.map(({ id, document, sealed, mergeMode, ...row }) => [
      id,
      {
        ...row,
        revId: id,
        mergeMode: mergeMode === 'REPLACE' ? 'REPLACE' : 'MERGE',
        text: readable(store, row.documentId, { document, sealed }),
      },
    ]),
  )
}

function readable(store: ParamStore, id: string, held: Sealed): string | null {
  try {
    return openedText(store, id, held)
  } catch (error) {
    if (error instanceof UnreadableSecret) return null
    throw error
  }
}

interface Place {
  readonly id: string
  readonly code: string
  readonly level: JsonLevel
  readonly orgId: string
  readonly modelId: string | null
  readonly deviceId: string | null
}

/** Revisions in force that a document would be merged over, the nearest first, up to one that replaces the rest. */
export async function findParents(db: Kysely<DB>, of: Place): Promise<number[]> {
  const { rows } = of.deviceId
    ? await parentsOfDevice(db, of, of.deviceId)
    : await parentsAt(db, of)
  const end = rows.findIndex(({ mergeMode }) => mergeMode === 'REPLACE')
  return (end < 0 ? rows : rows.slice(0, end + 1)).map(({ revId }) => revId)
}

interface Parent {
  readonly revId: number
  readonly mergeMode: string
}

const parentsOfDevice = (db: Kysely<DB>, { id, code }: Place, deviceId: string) =>
  sql<Parent>`select told.id as rev_id, told.merge_mode
    from json_document d join json_document_rev told on told.document_id = d.id and told.revision = d.revision
      join device on device.id = ${deviceId} join organization own on own.id = device.org_id
      join organization over on over.id = d.org_id and over.path @> own.path
      left join device_group_member member on member.device_id = device.id and member.group_id = d.group_id
    where d.code = ${code} and d.id <> ${id} and d.status = 1 and d.deleted_at is null
      and (d.level = 'ORG' or d.level = 'MODEL' and d.model_id = device.model_id or member.group_id is not null)
    order by case d.level when 'GROUP' then 0 when 'MODEL' then 1 else 2 end,
      case d.level when 'GROUP' then -d.priority else 0 end, -nlevel(over.path), d.id desc`.execute(
    db,
  )

const parentsAt = (db: Kysely<DB>, { id, code, level, orgId, modelId }: Place) =>
  sql<Parent>`select told.id as rev_id, told.merge_mode
    from json_document d join json_document_rev told on told.document_id = d.id and told.revision = d.revision
      join organization own on own.id = ${orgId}
      join organization over on over.id = d.org_id and over.path @> own.path
    where d.code = ${code} and d.id <> ${id} and d.status = 1 and d.deleted_at is null
      and (d.level = 'ORG' and (${level} <> 'ORG' or over.id <> own.id)
        or d.level = 'MODEL' and ${level} = 'MODEL' and d.model_id = ${modelId}::uuid and over.id <> own.id)
    order by case d.level when 'MODEL' then 0 else 1 end, -nlevel(over.path), d.id desc`.execute(db)
