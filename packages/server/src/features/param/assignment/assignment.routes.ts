import { codes, effectiveParams, jsonDocuments, mostParamRevisions, params } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { deviceScope } from '../../device/index.ts'
import { seenRows } from '../../organization/index.ts'
import { askForAll, askForEach, askForOne } from '../delivery/bring.ts'
import { paramBell } from '../resolve/bell.ts'
import { appsOf, effectiveOf, searchValues } from '../resolve/effective.queries.ts'
import { syncOf } from '../resolve/progress.queries.ts'
import { paramWaitsFor } from '../waiting.ts'
import { diffOf } from './diff.ts'
import { activate, impactOf, ownFile, restore, revisionOf, revoke } from './activate.ts'
import { copyImpact, copyTo } from './copy.ts'
import { activateMany, pushMany } from './batch.ts'
import { assignmentBin, paramScope, plain } from './assignmentBin.ts'
import { formOf, saveDraft } from './editor.ts'
import { seesAdvanced } from './shown.ts'
import { hasWord } from '../targetWords.queries.ts'
import { usableTemplates } from './usableTemplates.queries.ts'

const devices = organizationsBy('device.orgId', {
  vendor: 'device.vendorId',
  model: 'device.modelId',
})

const records = lifecycle(params, assignmentBin, {
  search: ['name', 'remark', 'targetName', 'appName'],
  words: (ctx, word) => hasWord(ctx, 'assignment', word),
  seen: seenRows,
  // What was changed last: of an order by names an index knows nothing.
  order: ['-updatedAt'],
  computed: ['deviceCount', 'syncedCount', 'pendingCount', 'failedCount'],
  filters: {
    waiting: (_, ctx) => paramWaitsFor(ctx),
    templateId: (id) => sql<SqlBool>`template_rev_id in (
      select rev.id from param_template_rev rev where rev.template_id = ${id})`,
    sn: (sn, ctx) => sql<SqlBool>`(device_id = any(${namedBy(ctx, sn)}) or id in (
      select layer.assignment_id from param_layers(${namedBy(ctx, sn)}) layer))`,
    failed: () => sql<SqlBool>`exists (
      select from param_failing failing where failing.assignment_id = id)`,
    pid: (part, ctx) => sql<SqlBool>`exists (
      select from (select jsonb_object_keys(content) union all select unnest(secret_pids)) said (pid),
        (select template_rev_id as made_for) own
      where position(lower(${part}) in lower(said.pid)) > 0 and (${seesAdvanced(ctx)}
        or not exists (select from param_template_pid field where field.is_advanced and field.pid = said.pid
          and field.template_rev_id = own.made_for)))`,
  },
})

/** The terminal with a serial number, if the caller sees it. */
const namedBy = ({ principal }: Context, sn: unknown) =>
  sql`array(select device.id from device where device.sn = upper(${sn}::text) and device.deleted_at is null
    and ${devices.rows(principal)})`

/** Pickers read the table, which knows no names of targets. */
const { list } = lifecycle(params, assignmentBin, { search: ['name', 'remark'], order: ['name'] })

/** Does something to an assignment, and answers what has become of it. */
async function after(ctx: Context, id: string, act: Promise<void>) {
  await act
  return records.detail({ params: { id }, query: undefined, body: undefined }, ctx)
}

export const paramRoutes = serve(params, paramScope, {
  ...records,
  list,
  templates: ({ query }, ctx) => usableTemplates(ctx, query),
  form: ({ params: { id } }, ctx) => formOf(ctx, id),
  draft: ({ params: { id }, body }, ctx) => saveDraft(ctx, id, body),
  impact: ({ params: { id } }, ctx) => impactOf(ctx, id),
  activate: ({ params: { id }, body }, ctx) => after(ctx, id, activate(ctx, { id, ...body })),
  revoke: ({ params: { id }, body }, ctx) => after(ctx, id, revoke(ctx, { id, ...body })),
  restore: ({ params, body }, ctx) => after(ctx, params.id, restore(ctx, { ...params, ...body })),
  push: async ({ params: { id } }, ctx) => {
    await plain.find(ctx, id)
    const count = await askForAll(ctx.db, id)
    ctx.note({ targetIds: [id], after: { count } })
    ctx.ring(paramBell)
    return { count }
  },
  pushMany: ({ body: { ids } }, ctx) => pushMany(ctx, ids),
  activateMany: ({ body: { ids, note, ticket } }, ctx) => activateMany(ctx, ids, { note, ticket }),
  copyImpact: ({ params: { id }, body }, ctx) => copyImpact(ctx, id, body),
  copy: ({ params: { id }, body }, ctx) => copyTo(ctx, id, body),
  file: ({ params, query: { revision } }, ctx) => ownFile(ctx, { ...params, revision }),
  sync: async ({ params: { id } }, ctx) => {
    await plain.find(ctx, id)
    return syncOf(ctx, id)
  },
  revisions: async ({ params: { id } }, ctx) => {
    await plain.find(ctx, id)
    const rows = await ctx.db
      .selectFrom('paramAssignmentRev as rev')
      .leftJoin('appUser as author', 'author.id', 'rev.publishedBy')
      .leftJoin('appUser as approver', 'approver.id', 'rev.approvedBy')
      // Not what they say: a hundred of them may be too much to be read at once.
      .select([
        'rev.revision',
        'rev.state',
        'rev.templateRevId',
        'rev.startsAt',
        'rev.endsAt',
        'rev.note',
        'rev.ticket',
        'rev.deviceCount',
        'rev.publishedAt',
        'author.userName as publishedBy',
        'approver.userName as approvedBy',
      ])
      .where('rev.assignmentId', '=', id)
      .orderBy('rev.revision', 'desc')
      .limit(mostParamRevisions)
      .execute()
    return rows.map(({ state, ...row }) => ({ ...row, state: stateOf(state) }))
  },
  revision: ({ params: wanted }, ctx) => revisionOf(ctx, wanted),
})

const revisionStates = ['SCHEDULED', 'IN_FORCE', 'SUPERSEDED', 'REVOKED'] as const
const stateOf = (state: string) => revisionStates.find((one) => one === state) ?? 'SUPERSEDED'

export const effectiveParamRoutes = serve(effectiveParams, deviceScope, {
  apps: async ({ params: { deviceId } }, ctx) => {
    await requireDevice(ctx, deviceId)
    return appsOf(ctx, deviceId)
  },
  bring: async ({ params }, ctx) => {
    await requireDevice(ctx, params.deviceId)
    await requireRightToBring(ctx, [params.appId])
    const count = await askForOne(ctx.db, params)
    ctx.note({ targetIds: [params.deviceId], after: { ...params, count } })
    ctx.ring(paramBell)
    return { count }
  },
  bringMany: async ({ body: { of } }, ctx) => {
    const deviceIds = [...new Set(of.map(({ deviceId }) => deviceId))]
    await requireDevices(ctx, deviceIds)
    await requireRightToBring(
      ctx,
      of.map(({ appId }) => appId),
    )
    const count = await askForEach(ctx.db, of)
    ctx.note({ targetIds: deviceIds, after: { count } })
    ctx.ring(paramBell)
    return { count }
  },
  effective: ({ params, query }, ctx) => effectiveOf(ctx, { ...params, at: query.at ?? null }),
  diff: (asked, ctx) => diffOf(ctx, asked),
  search: ({ query }, ctx) => searchValues(ctx, query),
})

const requireDevice = (ctx: Context, id: string): Promise<void> => requireDevices(ctx, [id])

/** Terminals that the caller sees, each named once. */
async function requireDevices({ db, principal }: Context, ids: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('device')
    .select('id')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .where(deviceScope.rows(principal))
    .execute()
  if (rows.length < ids.length) throw notFound()
}

/** Documents are pushed by a right of their own. */
async function requireRightToBring(
  { db, principal }: Context,
  appIds: readonly string[],
): Promise<void> {
  const { permission } = jsonDocuments.push
  if (mayCall(principal, permission)) return
  const document = await db
    .selectFrom('jsonCode')
    .select('id')
    .where('id', 'in', appIds)
    .limit(1)
    .executeTakeFirst()
  if (document) throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
}
