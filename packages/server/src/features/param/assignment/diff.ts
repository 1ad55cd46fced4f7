import type { effectiveParams, ParsedOf } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { saidOfDevice } from '../resolve/effective.queries.ts'
import { levelOf, plain } from './assignmentBin.ts'
import { differencesOf } from './draft.ts'
import type { Said } from './draft.rules.ts'
import { broughtAboutBy } from './inherited.ts'
import { shownDifferences, shownOf } from './shown.ts'

type Asked = ParsedOf<(typeof effectiveParams)['diff']>['query']

/** A terminal at a moment, or an assignment. */
interface Named {
  readonly device: string | undefined
  readonly at: string | undefined
  readonly assignment: string | undefined
}

/** A secret stands for its place of origin: who may ask for differences must not be able to try values. */
interface Side extends Said {
  readonly name: string
  readonly templateRevId: string | null
}

/** In what two sides differ; of a secret only that it comes from somewhere else. */
export async function diffOf(ctx: Context, asked: Asked) {
  const { appId } = asked
  const left = await sideOf(ctx, appId, {
    device: asked.leftDevice,
    at: asked.leftAt,
    assignment: asked.leftAssignment,
  })
  const right = await sideOf(ctx, appId, {
    device: asked.rightDevice,
    at: asked.rightAt,
    assignment: asked.rightAssignment,
  })
  const revisions = [left, right].flatMap(({ templateRevId }) => templateRevId ?? [])
  const isShown = await shownOf(ctx, revisions)
  return {
    left: left.name,
    right: right.name,
    ...shownDifferences(differencesOf(left, right), isShown),
  }
}

const sideOf = (ctx: Context, appId: string, { device, at, assignment }: Named): Promise<Side> =>
  device === undefined
    ? saidOfAssignment(ctx, assignment ?? '', appId)
    : saidOfDevice(ctx, { deviceId: device, appId, at: at ?? null })

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
