import { bannerSizes, banners, bannersPath, bannerStatDays, codes } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import type { NewRecord, StoredRow } from '../../kit/record.ts'
import { type Bin, recycleBin } from '../../kit/recycleBin.ts'
import { naming } from '../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { withCounts } from '../../kit/withCounts.ts'
import { nameableApps } from '../app/index.ts'
import { requireImageOf } from '../file/image/index.ts'
import { copyBanner, namesOf, requireTargets, statOf } from './banner.queries.ts'
import { faultOfBanner, missingPicture, targetOf } from './banner.rules.ts'
import { placeBefore } from '../../kit/placeBefore.ts'

const scope = organizationsBy('orgId')
const plain = naming(recycleBin(bannersPath, 'appBanner', scope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'targetAppId', to: 'app', scope: nameableApps },
])

type Row = StoredRow<'appBanner'>
type Entry = NewRecord<'appBanner'>

const ruled: Bin<Row, Entry> = {
  ...plain,
  async add(ctx, values) {
    const form = banners.add.schemas.body.parse(values)
    await requireBanner(ctx, form)
    return plain.add(ctx, { ...form, ...targetOf(form) })
  },
  async update(ctx, values) {
    const { id, version, ...form } = banners.update.schemas.body.parse(values)
    const before = await plain.find(ctx, id)
    await requireBanner(ctx, form)
    if (before.publishedAt !== null) requirePictures(form)
    return plain.update(ctx, { id, version, ...form, ...targetOf(form) })
  },
}

type Form = ReturnType<typeof banners.add.schemas.body.parse>

async function requireBanner(ctx: Context, form: Form): Promise<void> {
  const fault = faultOfBanner(form)
  if (fault) throw fieldRefusal(fault.field, fault.says)
  await requireTargets(ctx, form)
  for (const field of ['imageWide', 'imageNarrow'] as const)
    await requireImageOf(ctx, { field, name: form[field], use: 'banner' }, bannerSizes[field])
}

function requirePictures(banner: Parameters<typeof missingPicture>[0]): void {
  const missing = missingPicture(banner)
  if (missing) throw fieldRefusal(missing, 'banner.needsPicture')
}

const bin = withCounts(ruled, async (ctx, rows) => {
  const named = await namesOf(ctx, rows)
  return rows.map((row) => ({ ...row, ...named(row) }))
})

/** Banners: where and when terminals show them, and how often they were seen and pressed. */
export const bannerRoutes = serve(banners, scope, {
  ...lifecycle(banners, bin, {
    search: ['title', 'remark'],
    order: ['placement', 'sort', 'title'],
    computed: ['organizations', 'models', 'orgIds', 'modelIds', 'languages'],
    filters: {
      modelId: (id) => sql<SqlBool>`(model_ids = '{}' or ${id}::uuid = any(model_ids))`,
    },
  }),
  publish: ({ params }, ctx) => publish(ctx, params.id),
  copy: ({ params }, ctx) => copyBanner(ctx, ruled, params.id),
  sort: async ({ body }, ctx) => {
    const { orgId, placement } = await plain.find(ctx, body.id)
    const beside = sql<SqlBool>`(org_id = ${orgId} and placement = ${placement})`
    return { count: await placeBefore(ctx, plain, { ...body, beside }) }
  },
  stat: async ({ params }, ctx) => {
    await plain.find(ctx, params.id)
    return statOf(ctx, params.id, bannerStatDays)
  },
})

async function publish(ctx: Context, id: string) {
  const banner = await plain.find(ctx, id)
  if (banner.publishedAt !== null) throw new Refusal(codes.wrongState, 'banner.isPublished')
  if (missingPicture(banner)) throw new Refusal(codes.wrongState, 'banner.needsPicture')
  const { version, title } = banner
  await plain.update(ctx, { id, version, publishedAt: ctx.now().toISOString() })
  ctx.note({ about: { title } })
  return { count: 1 }
}
