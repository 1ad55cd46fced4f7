import { heldDocuments, jsonDocuments, mostJsonRevisions } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { notFound } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { FileAnswer } from '../../../platform/fileAnswer.ts'
import { deviceScope } from '../../device/index.ts'
import { seenRows } from '../../organization/index.ts'
import { askForAll } from '../delivery/bring.ts'
import { paramBell } from '../resolve/bell.ts'
import { syncOf } from '../resolve/progress.queries.ts'
import { hasWord } from '../targetWords.queries.ts'
import { jsonWaitsFor } from '../waiting.ts'
import { contentOf, faultsOf, saveContent } from './draft.ts'
import { jsonBin, jsonScope, plain } from './jsonBin.ts'
import { heldDocumentsOf, mergedFor } from './merged.queries.ts'
import { impactOf, publish, rollback, withdraw } from './publish.ts'
import { kept } from './said.ts'

const records = lifecycle(jsonDocuments, jsonBin, {
  search: ['name', 'code', 'remark', 'targetName'],
  words: (ctx, word) => hasWord(ctx, 'document', word),
  seen: seenRows,
  order: ['code', 'level', 'name'],
  computed: ['deviceCount', 'syncedCount', 'pendingCount', 'failedCount', 'hasSchema'],
  filters: { waiting: (_, ctx) => jsonWaitsFor(ctx) },
})

/** Pickers read the table, which knows no names of targets. */
const { list } = lifecycle(jsonDocuments, jsonBin, {
  search: ['name', 'code', 'remark'],
  order: ['code', 'name'],
})

/** Does something to a document, and answers what has become of it. */
async function after(ctx: Context, id: string, act: Promise<void>) {
  await act
  return records.detail({ params: { id }, query: undefined, body: undefined }, ctx)
}

export const jsonRoutes = serve(jsonDocuments, jsonScope, {
  ...records,
  list,
  content: ({ params: { id }, query: { revision } }, ctx) => contentOf(ctx, id, revision),
  saveContent: ({ params: { id }, body }, ctx) => saveContent(ctx, { id, ...body }),
  validate: async ({ body: { id, ...said } }, ctx) => {
    const row = id === null ? undefined : await plain.find(ctx, id)
    return { faults: await faultsOf(ctx, said, row) }
  },
  impact: ({ params: { id } }, ctx) => impactOf(ctx, id),
  publish: ({ params: { id }, body }, ctx) => after(ctx, id, publish(ctx, { id, ...body })),
  withdraw: ({ params: { id }, body }, ctx) => after(ctx, id, withdraw(ctx, { id, ...body })),
  rollback: ({ params, body }, ctx) => after(ctx, params.id, rollback(ctx, { ...params, ...body })),
  revisions: async ({ params: { id } }, ctx) => {
    await plain.find(ctx, id)
    const rows = await ctx.db
      .selectFrom('jsonDocumentRev as rev')
      .leftJoin('appUser as author', 'author.id', 'rev.publishedBy')
      .leftJoin('appUser as approver', 'approver.id', 'rev.approvedBy')
      .select(['rev.revision', 'rev.state', 'rev.mergeMode', 'rev.encrypt', 'rev.size', 'rev.note'])
      .select(['rev.deviceCount', 'rev.publishedAt'])
      .select(['author.userName as publishedBy', 'approver.userName as approvedBy'])
      .where('rev.documentId', '=', id)
      .orderBy('rev.revision', 'desc')
      .limit(mostJsonRevisions)
      .execute()
    return rows.map((row) => ({
      ...row,
      state: row.state === 'PUBLISHED' ? ('PUBLISHED' as const) : ('SUPERSEDED' as const),
      mergeMode: row.mergeMode === 'REPLACE' ? ('REPLACE' as const) : ('MERGE' as const),
    }))
  },
  copy: async ({ params: { id }, body }, ctx) => {
    const said = await contentOf(ctx, id)
    const { kind, mergeMode, priority, encrypt, options, remark } = await jsonBin.find(ctx, id)
    const form = { kind, mergeMode, priority, encrypt, options, remark }
    const made = await jsonBin.add(ctx, { ...body, ...form })
    const { version } = await plain.update(ctx, {
      id: made.id,
      version: made.version,
      ...kept(ctx, made, said),
    })
    ctx.note({ targetIds: [made.id], after: { version } })
    return records.detail({ params: { id: made.id }, query: undefined, body: undefined }, ctx)
  },
  push: async ({ params: { id } }, ctx) => {
    await plain.find(ctx, id)
    const count = await askForAll(ctx.db, id)
    ctx.note({ targetIds: [id], after: { count } })
    ctx.ring(paramBell)
    return { count }
  },
  sync: async ({ params: { id } }, ctx) => {
    await plain.find(ctx, id)
    const { heldBy: _, ...sync } = await syncOf(ctx, id)
    return sync
  },
  exportText: async ({ params: { id } }, ctx) => {
    const { code } = await plain.find(ctx, id)
    const { document } = await contentOf(ctx, id)
    return new FileAnswer(`${code}.json`, 'application/json', Buffer.from(document))
  },
})

export const heldDocumentRoutes = serve(heldDocuments, deviceScope, {
  merged: async ({ params }, ctx) => {
    const { sn } = await findDevice(ctx, params.deviceId)
    return mergedFor(ctx, { ...params, sn })
  },
  ofDevice: async ({ params: { deviceId } }, ctx) => {
    await findDevice(ctx, deviceId)
    return heldDocumentsOf(ctx, deviceId)
  },
})

async function findDevice({ db, principal }: Context, id: string) {
  const row = await db
    .selectFrom('device')
    .select('sn')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(deviceScope.rows(principal))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
