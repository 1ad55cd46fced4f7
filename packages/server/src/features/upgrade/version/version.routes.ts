import { upgradeVersions } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { serve } from '../../../kit/serve.ts'
import { versionScope } from '../../device/index.ts'
import { heldFile } from '../../file/upload/index.ts'
import { labTest, putOnline, recall, suspend, takeOffline } from './offer.ts'
import { parseFile } from './parse.ts'
import { findPath } from './path.queries.ts'
import { pickVersions } from './pickVersions.ts'
import { review, submit, withdraw } from './review.ts'
import { pageRunning } from './running.queries.ts'
import { readTrail } from './trail.ts'
import { versionBin } from './versionBin.ts'
import { versionWaitsFor } from './waiting.ts'
import { addVersion, updateVersion } from './writeVersion.ts'

const records = lifecycle(upgradeVersions, versionBin, {
  search: ['name', 'versionName', 'vendorName'],
  order: ['-createdAt'],
  computed: ['problems', 'needs', 'deviceCount', 'modelNames', 'waitsForMe'],
  filters: {
    waiting: (_, ctx) => versionWaitsFor(ctx),
    modelId: (id) => sql<SqlBool>`${String(id)}::uuid = any(model_ids)`,
  },
})

const show = (ctx: Context, id: string) =>
  records.detail({ params: { id }, query: undefined, body: undefined }, ctx)

/** VERSION: what upgrades bring to terminals, and how far each has come. */
export const versionRoutes = serve(upgradeVersions, versionScope, {
  ...records,
  list: ({ query }, ctx) => pickVersions(ctx, query),
  add: ({ body }, ctx) => addVersion(ctx, body, show),
  update: ({ body }, ctx) => updateVersion(ctx, body, show),
  parse: ({ body }, ctx) => parseFile(ctx, body.fileId),
  trail: async ({ params }, ctx) => {
    await versionBin.find(ctx, params.id)
    return readTrail(ctx, params.id)
  },
  submit: ({ params }, ctx) => submit(ctx, params.id),
  withdraw: ({ params }, ctx) => withdraw(ctx, params.id),
  review: ({ params, body }, ctx) => review(ctx, params.id, body),
  online: ({ params }, ctx) => putOnline(ctx, params.id),
  suspend: ({ params, body }, ctx) => suspend(ctx, params.id, body.reason),
  offline: ({ params, body }, ctx) => takeOffline(ctx, params.id, body.reason),
  recall: ({ params, body }, ctx) => recall(ctx, params.id, body.reason),
  labTest: ({ params, body }, ctx) => labTest(ctx, params.id, body.evidence),
  path: ({ query }, ctx) => findPath(ctx, query),
  devices: (request, ctx) => pageRunning(ctx, request),
  download: async ({ params: { id } }, ctx) => {
    const { fileId, name, versionName } = await versionBin.find(ctx, id)
    ctx.note({ targetIds: [id], about: { name: `${name} ${versionName}` } })
    return heldFile(ctx.platform, ctx.db, fileId)
  },
})
