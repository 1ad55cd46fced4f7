import type { figureDocuments, ParsedOf, ReplyOf, versionStat } from '@muster/contract'
import { requireSpan } from '../requireSpan.ts'
import { month } from '../span.rules.ts'
import { findApp } from '../app/app.queries.ts'
import { appMatrix } from '../version/appMatrix.queries.ts'
import { versionMatrix } from '../version/matrix.queries.ts'
import { versionsByStep } from '../version/trend.queries.ts'
import type { FigurePage, FigureTable } from './figures.ts'
import type { Words } from './words.ts'

type Query = ParsedOf<(typeof figureDocuments)['version']>['query']
type Matrix = ReplyOf<typeof versionStat.matrix>
type Model = Matrix['models'][number]
type Cell = Model['cells'][number]
type Apps = ReplyOf<typeof versionStat.app>
type Trend = ReplyOf<typeof versionStat.trend>

/** STATISTICS_VERSION as tables. */
export const versionPage: FigurePage<Query> = {
  title: 'stat.version',
  name: 'versions',
  tables: async (ctx, { appId, months, days, from, to, grain, kind, ...estate }, words) => {
    const { orgId, vendorId, modelId } = estate
    if (appId !== undefined) {
      const app = await findApp(ctx, appId)
      return [appTable(await appMatrix(ctx, app, { orgId, vendorId, modelId }), words)]
    }
    const filter = { orgId, vendorId, modelId, kind }
    const matrix = await versionMatrix(ctx, { ...filter, months })
    const span = requireSpan(ctx, { days, from, to }, month)
    const trend = await versionsByStep(ctx, filter, { span, asked: grain })
    return [
      matrixTable(matrix, words),
      // Of patch levels there is no target.
      matrix.old ? oldTable(matrix.old, words) : targetTable(matrix, words),
      trendTable(trend, words),
    ]
  },
}

function standText({ isRecalled, state, standing }: Cell, { t }: Words): string {
  if (isRecalled) return t('stat.version.recalled')
  if (state === 'OFFLINE' || state === 'SUSPENDED') return t(`upgradeVersion.state.${state}`)
  return t(`stat.version.standing.${standing}`)
}

function cellsOf(model: Model, words: Words): FigureTable['rows'] {
  const { t } = words
  const rest = (text: string, count: number) =>
    count > 0 ? [[model.name, text, count, null, null]] : []
  return [
    ...model.cells.map((cell) => [
      model.name,
      cell.version,
      cell.count,
      standText(cell, words),
      cell.ageDays,
    ]),
    ...rest(t('workbench.others'), model.others),
    ...rest(t('workbench.unknown'), model.unknown),
  ]
}

const matrixTable = ({ models, countedAt }: Matrix, words: Words): FigureTable => ({
  title: words.t('stat.version.matrix'),
  columns: [
    words.t('device.model'),
    words.t('stat.version.version'),
    words.t('workbench.terminals'),
    words.t('stat.version.standing'),
    words.t('stat.version.age'),
  ],
  rows: models.flatMap((model) => cellsOf(model, words)),
  countedAt,
})

const targetTable = ({ models, countedAt }: Matrix, { t }: Words): FigureTable => ({
  title: t('stat.version.adopted'),
  columns: [
    t('device.model'),
    t('workbench.terminals'),
    t('stat.version.target'),
    t('stat.version.adopted'),
    t('stat.version.behind'),
  ],
  rows: models
    .filter(({ target }) => target !== null)
    .map(({ name, total, target, adopted, behind }) => [name, total, target, adopted, behind]),
  countedAt,
})

const oldTable = (
  { before, models, others }: NonNullable<Matrix['old']>,
  { t, day }: Words,
): FigureTable => ({
  title: t('stat.version.old', { day: day(before) }),
  columns: [t('device.model'), t('workbench.terminals')],
  rows: [
    ...models.map(({ name, count }) => [name, count]),
    ...(others > 0 ? [[t('workbench.others'), others]] : []),
  ],
})

/** The versions of one application, model by model. */
const appTable = ({ models, others, countedAt }: Apps, { t }: Words): FigureTable => ({
  title: t('stat.version.matrix'),
  columns: [
    t('device.model'),
    t('stat.version.version'),
    t('workbench.terminals'),
    t('stat.version.standing'),
  ],
  rows: [
    ...models.flatMap((model) => [
      ...model.cells.map(({ code, name, count, isBehind }) => [
        model.name,
        name === null ? String(code) : `${name} (${code})`,
        count,
        isBehind === null ? null : t(`stat.version.standing.${isBehind ? 'BEHIND' : 'TARGET'}`),
      ]),
      ...(model.others > 0 ? [[model.name, t('workbench.others'), model.others, null]] : []),
    ]),
    ...(others > 0 ? [[t('stat.version.otherModels'), null, others, null]] : []),
  ],
  countedAt,
})

const trendTable = ({ steps, grain, versions, countedAt }: Trend, words: Words): FigureTable => ({
  title: words.t('stat.version.adoption'),
  columns: [words.t('workbench.time'), ...versions.map(({ version }) => version)],
  rows: steps.map((at, place) => [
    words.step(at, grain),
    ...versions.map(({ counts }) => counts[place] ?? null),
  ]),
  countedAt,
  chart: { lines: versions.map((_, place) => place + 1) },
})
