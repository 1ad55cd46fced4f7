import type { effectiveParams, ParsedOf } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { saidOfDevice } from '../resolve/effective.queries.ts'
import { levelOf, plain } from './assignmentBin.ts'
import { differencesOf } from './draft.ts'
import type { Said } from './draft.rules.ts'
import { broughtAboutBy } from './inherited.ts'
import { shownDifferences, shownOf } from './shown.ts'

type Asked = ParsedOf<(typeof effectiveParams)['diff']>

/** A secret stands for its place of origin: who may ask for differences must not be able to try values. */
interface Side extends Said {
  readonly name: string
  readonly templateRevId: string | null
}

/** In what a terminal differs from another side; of a secret only that it comes from somewhere else. */
export async function diffOf(ctx: Context, { params, query }: Pick<Asked, 'params' | 'query'>) {
  const { appId } = params
  const at = query.at ?? null
  const own = await saidOfDevice(ctx, { ...params, at })
  const other =
    query.assignmentId === undefined
      ? await saidOfDevice(ctx, {
          deviceId: query.otherDeviceId ?? params.deviceId,
          appId,
          at: query.otherAt ?? at,
        })
      : await saidOfAssignment(ctx, query.assignmentId, appId)
  const revisionIds = [own, other].flatMap(({ templateRevId }) => templateRevId ?? [])
  const isShown = await shownOf(ctx, revisionIds)
  return {
    sn: own.name,
    other: other.name,
    ...(await shownDifferences(ctx, differencesOf(other, own), { isShown, revisionIds })),
  }
}

/** What an assignment brings about at its target together with what is inherited there now, as it is written. */
async function saidOfAssignment(ctx: Context, id: string, appId: string): Promise<Side> {
  const row = await plain.find(ctx, id)
  if (row.appId !== appId) throw notFound()
  const templateRevId = row.activeTemplateRevId ?? row.templateRevId
  const fields = await ctx.db
    .selectFrom('paramTemplatePid')
    .select('pid')
    .where('templateRevId', '=', templateRevId)
    .execute()
  const pids = fields.map(({ pid }) => pid)
  const found = await broughtAboutBy(ctx, { ...row, level: levelOf(row), templateRevId }, pids)
  const of = (isSecret: boolean) => found.filter((one) => one.isSecret === isSecret)
  return {
    name: row.name,
    templateRevId,
    values: Object.fromEntries(of(false).map(({ pid, text }) => [pid, text])),
    secrets: Object.fromEntries(of(true).map(({ pid, origin }) => [pid, origin])),
  }
}
