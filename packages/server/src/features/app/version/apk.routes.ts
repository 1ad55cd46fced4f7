import { apks, apkTemplates, packageRules } from '@muster/contract'
import { everyone } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { serve } from '../../../kit/serve.ts'
import { heldFile } from '../../file/upload/index.ts'
import { readSetting, resetSetting, saveSetting } from '../../system/setting/index.ts'
import { apkScope } from '../appScope.ts'
import { apkBin } from './apkBin.ts'
import { pickTemplates } from './broughtTemplates.ts'
import { compare } from './compare.ts'
import { parse } from './parse.ts'
import { pickApks } from './pickApks.ts'
import { publish, takeOffline, unplan } from './publish.ts'
import { review, submit, withdraw } from './review.ts'
import { setTemplates } from './setTemplates.ts'
import { readTrail } from './trail.ts'
import { addApk, updateApk } from './writeApk.ts'

const records = lifecycle(apks, apkBin, {
  search: ['versionName', 'appName', 'package'],
  order: ['versionCode'],
  computed: ['problems', 'riskyPermissions', 'dependencies', 'paramTemplates'],
})

const show = (ctx: Context, id: string) =>
  records.detail({ params: { id }, query: undefined, body: undefined }, ctx)

/** Versions: what their files hold, and how far they have come. */
export const apkRoutes = serve(apks, apkScope, {
  ...records,
  list: ({ query }, ctx) => pickApks(ctx, query),
  add: ({ body }, ctx) => addApk(ctx, body, show),
  update: ({ body }, ctx) => updateApk(ctx, body, show),
  parse: ({ body }, ctx) => parse(ctx, body),
  checklist: async (_, { db }) => (await readSetting(db, packageRules)).checklist,
  trail: async ({ params }, ctx) => {
    await apkBin.find(ctx, params.id)
    return readTrail(ctx, params.id)
  },
  submit: ({ params }, ctx) => submit(ctx, params.id),
  withdraw: ({ params }, ctx) => withdraw(ctx, params.id),
  review: ({ params, body }, ctx) => review(ctx, params.id, body),
  publish: ({ params, body }, ctx) => publish(ctx, params.id, body.publishAt),
  unplan: ({ params }, ctx) => unplan(ctx, params.id),
  setTemplates: ({ params, body }, ctx) => setTemplates(ctx, params.id, body),
  offline: ({ params, body }, ctx) => takeOffline(ctx, params.id, body.reason),
  download: async ({ params: { id } }, ctx) => {
    const { fileId, appName, versionName } = await apkBin.find(ctx, id)
    ctx.note({ targetIds: [id], about: { name: `${appName ?? ''} ${versionName}` } })
    return heldFile(ctx.platform, ctx.db, fileId)
  },
  diff: ({ params }, ctx) => compare(ctx, params.id, params.otherId),
})

/** Templates that a version may bring. */
export const apkTemplateRoutes = serve(apkTemplates, apkScope, {
  list: ({ query }, ctx) => pickTemplates(ctx, query),
})

/** What versions have to be like. */
export const packageRuleRoutes = serve(packageRules, everyone, {
  get: (_, { db }) => readSetting(db, packageRules),
  save: ({ body }, ctx) => saveSetting(ctx, packageRules, body),
  reset: (_, ctx) => resetSetting(ctx, packageRules),
})
