import {
  codes,
  type EffectiveSettings,
  effectiveSettings,
  functionalNames,
  functionals,
  type FunctionalSettings,
  type ParsedOf,
} from '@muster/contract'
import { findMatching } from '../../../kit/batch/matching.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { notFound, Refusal, requireCount } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { findDevice } from '../command/command.queries.ts'
import { deviceScope } from '../deviceScope.ts'
import { type DeviceSettings, findSettings } from '../settings/settings.queries.ts'
import { obedienceOf } from './obedience.queries.ts'
import { countTargets, findRevisions, putInForce, readSettings } from './functional.queries.ts'
import { differing } from './functional.rules.ts'
import { functionalBin, levelOf, plain, tellInForce } from './functionalBin.ts'
import { functionalScope } from './functionalScope.ts'
import { rowsImpact } from './rowsImpact.queries.ts'
import { sourcesOf } from './sources.ts'
import { standingOf } from './standing.queries.ts'

const records = lifecycle(functionals, functionalBin, {
  search: ['name', 'level', 'remark'],
  order: ['level', 'name'],
  // Settings lie in one document.
  computed: ['deviceCount', 'settingCount', ...functionalNames()],
})

interface Publication {
  readonly id: string
  readonly version: number
  readonly count: number
  readonly note: string | null
  /** The revision to bring back; the draft where none is named. */
  readonly revision?: number
}

export const functionalRoutes = serve(functionals, functionalScope, {
  ...records,
  impact: async ({ params: { id } }, ctx) => {
    const row = await plain.find(ctx, id)
    const changed = differing(readSettings(row.settings), readSettings(row.publishedSettings))
    return { count: await countOf(ctx, row), changed }
  },
  rowsImpact: async ({ body }, ctx) => rowsImpact(ctx, { ...body, ids: await namedBy(ctx, body) }),
  standing: async ({ params: { id }, query: { orgId } }, ctx) => {
    // One that he does not see is not there; one that is not in force holds nowhere.
    await plain.find(ctx, id)
    return standingOf(ctx, id, orgId)
  },
  publish: ({ params, body }, ctx) => publish(ctx, { ...params, ...body }),
  rollback: ({ params, body }, ctx) => publish(ctx, { ...params, ...body }),
  revisions: async ({ params: { id } }, ctx) => {
    const { revision: current } = await plain.find(ctx, id)
    const rows = await findRevisions(ctx, id)
    return rows.map(({ sealed: _, settings, ...row }) => ({
      ...row,
      settings: readSettings(settings),
      state: row.revision === current ? 'PUBLISHED' : 'SUPERSEDED',
    }))
  },
})

type NamedRows = ParsedOf<(typeof functionals)['rowsImpact']>['body']

/** The profiles that were named, or all that the list shows under a query. */
async function namedBy(ctx: Context, { ids, matching }: NamedRows): Promise<readonly string[]> {
  if (ids) return ids
  const list = functionalRoutes.routes.find(({ call }) => call === functionals.page)
  if (!list) throw new Error('profiles have no list')
  const found = await findMatching(list, matching ?? {}, ctx)
  return found.map(({ id }) => id)
}

/** Puts a revision in force that nobody can change any more; terminals are told after the commit. */
async function publish(ctx: Context, wish: Publication) {
  const { id, version, note, revision } = wish
  // Locks the profile: of two who publish, or one who edits meanwhile, the later one is refused.
  const row = await plain.update(ctx, { id, version })
  const [earlier] = revision === undefined ? [] : await findRevisions(ctx, id, revision)
  if (revision !== undefined && !earlier) throw new Refusal(codes.wrongState, 'refusal.notFound')
  if (earlier ? earlier.revision === row.revision && !row.isChanged : !row.isChanged)
    throw new Refusal(codes.warning, 'functional.nothingToPublish')
  const count = await countOf(ctx, row)
  requireCount(wish.count, count)
  const { settings, sealed } = earlier ?? row
  const restores = earlier?.revision ?? null
  const inForce = await putInForce(ctx, {
    id,
    settings,
    sealed,
    restores,
    deviceCount: count,
    note,
  })
  ctx.note({ targetIds: [id], after: { revision: inForce, restores } })
  tellInForce(ctx, [id])
  return records.detail({ params: { id }, query: undefined, body: undefined }, ctx)
}

async function countOf(ctx: Context, row: Awaited<ReturnType<typeof plain.find>>): Promise<number> {
  const counts = await countTargets(ctx, [{ ...row, level: levelOf(row) }])
  return counts.get(row.id) ?? 0
}

export const effectiveRoutes = serve(effectiveSettings, deviceScope, {
  effective: async ({ params }, ctx) => {
    const { id, sn } = await findDevice(ctx, params.deviceId)
    const { env } = ctx.platform
    const [found] = await findSettings(ctx.platform.pool, [id], env.heartbeatSeconds)
    if (!found) throw notFound()
    const { rev } = found.configuration
    const { appliedRev, refused, reportedAt, reportedRev } = await obedienceOf(ctx, id)
    const isReported = reportedRev === appliedRev && appliedRev !== null
    const bad = isReported ? refused : []
    const values: FunctionalSettings = readLoosely(found.values)
    return {
      sn,
      rev,
      appliedRev,
      state: stateOf(rev, appliedRev, bad),
      refused: [...bad],
      reportedAt,
      values,
      sources: await sourcesOf(ctx, found.layers, values),
    }
  },
})

function stateOf(
  rev: number,
  applied: number | null,
  refused: readonly string[],
): EffectiveSettings['state'] {
  if (applied === null || applied < rev) return 'PENDING'
  return refused.length > 0 ? 'FAILED' : 'APPLIED'
}

/** Organisations and models may say numbers that a profile may not. */
function readLoosely(values: DeviceSettings['values']): FunctionalSettings {
  const { heartbeatSeconds, locationMinutes, ...rest } = values
  const whole = (value: unknown) => (typeof value === 'number' ? value : null)
  return {
    ...readSettings(rest),
    heartbeatSeconds: whole(heartbeatSeconds),
    locationMinutes: whole(locationMinutes),
  }
}
