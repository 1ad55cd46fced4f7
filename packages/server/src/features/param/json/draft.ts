import {
  codes,
  JsonFault,
  type JsonDocumentFault,
  mostJsonFaults,
  readDocument,
  writeJson,
} from '@muster/contract'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { faultOfText, faultsOfVerdict } from './faults.ts'
import { jsonScope, type Kept, letGo, levelOf, plain, unasked } from './jsonBin.ts'
import { judgeFor } from './judge.ts'
import { depthOf, findParents, type Layer, readLayers } from './layers.queries.ts'
import { kept, type Said, saidBy } from './said.ts'
import { mergedOf, layersOf } from './documentSets.ts'
import { readSchema } from './schema.rules.ts'

/** Whether the caller may read what is encrypted for terminals: he who may write it. */
export const mayRead = (
  { principal }: Pick<Context, 'principal'>,
  { encrypt }: Pick<Kept, 'encrypt'>,
) => !encrypt || mayCall(principal, 'JSON_CONFIG_EDIT')

export function requireReading(ctx: Context, row: Pick<Kept, 'encrypt'>): void {
  if (!mayRead(ctx, row))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', {
      data: { permission: 'JSON_CONFIG_EDIT' },
    })
}

const storeOf = ({ db, platform: { secrets } }: Context) => ({ db, secrets })

/** The draft of a document, or a revision of it. */
export async function contentOf(ctx: Context, id: string, revision?: number) {
  const row = await plain.find(ctx, id)
  const { version } = row
  if (revision === undefined) {
    requireReading(ctx, row)
    return { version, ...saidBy(ctx, row) }
  }
  const told = await findRevision(ctx, id, revision)
  requireReading(ctx, told)
  return { version, ...saidBy(ctx, { ...told, id }) }
}

export async function findRevision({ db }: Context, id: string, revision: number) {
  const row = await db
    .selectFrom('jsonDocumentRev')
    .selectAll()
    .where('documentId', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

interface Saving extends Said {
  readonly id: string
  readonly version: number
}

export async function saveContent(ctx: Context, { id, version, ...said }: Saving) {
  const before = await plain.find(ctx, id)
  requireReading(ctx, before)
  // Nothing is kept that could not be shown again.
  if (!said.document.isWellFormed() || said.document.includes('\0'))
    throw new Refusal(codes.badRequest, 'json.halfCharacter')
  const row = await plain.update(ctx, {
    id,
    version,
    ...kept(ctx, before, said),
    ...unasked(before),
  })
  await letGo(ctx, id)
  return { version: row.version, faults: await faultsOf(ctx, said, row) }
}

/**
 * What is wrong with a document: that it cannot be read, or that what comes of it with those farther away
 * does not fit the schema of the nearest that has one. Without a row it stands alone.
 */
export async function faultsOf(ctx: Context, said: Said, row?: Kept): Promise<JsonDocumentFault[]> {
  const { language } = ctx
  const ofTexts = [
    ...faultsReading(() => readDocument(said.document)).map((fault) =>
      faultOfText(language, 'DOCUMENT', fault),
    ),
    ...faultsReading(() => said.schema !== null && readSchema(said.schema)).map((fault) =>
      faultOfText(language, 'SCHEMA', fault),
    ),
  ]
  if (ofTexts.length > 0) return ofTexts
  const { schema, document, isMerged } = await withParents(ctx, said, row)
  if (schema === null) return []
  const verdict = await judgeFor(ctx.principal.userId, { schema, document })
  return faultsOfVerdict(language, isMerged ? 'MERGED' : 'DOCUMENT', verdict).slice(
    0,
    mostJsonFaults,
  )
}

function faultsReading(read: () => unknown): JsonFault[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof JsonFault) return [error]
    throw error
  }
}

async function withParents(ctx: Context, { document, schema }: Said, row?: Kept) {
  if (!row || row.mergeMode === 'REPLACE')
    return { schema, document: writeJson(readDocument(document)), isMerged: false }
  const parents = await findParents(ctx.db, { ...row, level: levelOf(row) })
  const known = await readLayers(storeOf(ctx), parents)
  const own = {
    revId: 0,
    documentId: row.id,
    depth: await depthOf(ctx.db, row.orgId),
    revision: 0,
    text: document,
    schema,
    encrypt: row.encrypt,
    mergeMode: 'MERGE',
  } as const
  const layers = await withoutQuestions(ctx, layersOf(known, parents), { own, kept: row.schema })
  const { text, schema: nearest } = mergedOf(layers)
  return { schema: nearest, document: text, isMerged: parents.length > 0 }
}

/**
 * Documents to judge, without the schemas by which somebody could ask letter by letter what stands in an encrypted
 * one that he may not read: those that he types, and beyond his organizations those of their own.
 */
async function withoutQuestions(
  ctx: Context,
  layers: readonly Layer[],
  { own, kept: keptSchema }: { readonly own: Layer; readonly kept: string | null },
): Promise<Layer[]> {
  const encrypted = layers.filter(({ encrypt }) => encrypt)
  if (encrypted.length === 0) return [...layers, own]
  const seen = await ctx.db
    .selectFrom('jsonDocument')
    .select('id')
    .where(
      'id',
      'in',
      layers.map(({ documentId }) => documentId),
    )
    .where(jsonScope.rows(ctx.principal))
    .execute()
  const mine = new Set(seen.map(({ id }) => id))
  if (encrypted.every(({ documentId }) => mine.has(documentId)))
    return [...layers, mayRead(ctx, { encrypt: true }) ? own : { ...own, schema: keptSchema }]
  return [...layers, own].map((layer) =>
    layer === own || mine.has(layer.documentId) ? { ...layer, schema: null } : layer,
  )
}
