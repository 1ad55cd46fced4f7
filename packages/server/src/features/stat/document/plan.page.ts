import type { FailureKind, figureDocuments, ParsedOf, PlanFigures } from '@muster/contract'
import { failureKinds } from '@muster/contract'
import { failuresOf, pagePlans } from '../plan/plan.queries.ts'
import { codeLabel } from './app.page.ts'
import type { FigurePage, FigureTable } from './figures.ts'
import { inTenths, type Words } from './words.ts'

type Query = ParsedOf<(typeof figureDocuments)['plan']>['query']

/** Plans that a document names, the latest. */
const mostPlans = 100

/** STATISTICS_PLAN as tables: the plans that began, and why terminals failed in them. */
export const planPage: FigurePage<Query> = {
  title: 'stat.plan',
  name: 'plans',
  tables: async (ctx, { from, to, orgId }, words) => {
    const query = { from, to, orgId, pageNum: 1, pageSize: mostPlans }
    const { list } = await pagePlans(ctx, query)
    const ids = list.map(({ id }) => id)
    const failures: FigureTable[] = []
    if (ids.length > 0)
      for (const by of failureKinds)
        failures.push(failureTable(by, await failuresOf(ctx, ids, by), words))
    return [planTable(list, words), ...failures]
  },
}

const percentOf = (count: number | null, { size }: PlanFigures) =>
  size === 0 || count === null ? null : inTenths((count * 100) / size)

const minutes = (seconds: number | null) => (seconds === null ? null : inTenths(seconds / 60))

const planTable = (list: readonly PlanFigures[], { t, word }: Words): FigureTable => ({
  title: t('stat.plan'),
  columns: [
    t('stat.plan.plan'),
    t('plan.state'),
    t('plan.size'),
    t('report.percentOf', { of: t('plan.succeeded') }),
    t('report.percentOf', { of: t('plan.failed') }),
    t('report.percentOf', { of: t('stat.plan.timedOut') }),
    t('report.minutesOf', { of: t('stat.plan.mean') }),
    t('report.minutesOf', { of: t('stat.plan.slow') }),
    t('stat.plan.rolledBack'),
  ],
  rows: list.map((plan) => [
    `${plan.name} (${plan.planNo})`,
    word('plan.state', plan.state),
    plan.size,
    percentOf(plan.succeeded, plan),
    percentOf(plan.failed, plan),
    percentOf(plan.timedOut, plan),
    minutes(plan.meanSeconds),
    minutes(plan.slowSeconds),
    plan.rolledBack,
  ]),
})

interface Failures {
  readonly parts: readonly { readonly key: string; readonly name: string | null; count: number }[]
  readonly others: number
}

const failureTable = (by: FailureKind, { parts, others }: Failures, words: Words): FigureTable => ({
  title: `${words.t('stat.plan.failures')}: ${words.t(`stat.plan.by.${by}`)}`,
  columns: [words.t(`stat.plan.by.${by}`), words.t('stat.plan.failures')],
  rows: [
    ...parts.map(({ key, name, count }) => [failureLabel(by, { key, name }, words), count]),
    ...(others > 0 ? [[words.t('workbench.others'), others]] : []),
  ],
  chart: 'BARS',
})

function failureLabel(
  by: FailureKind,
  { key, name }: Pick<Failures['parts'][number], 'key' | 'name'>,
  { t, word }: Words,
): string {
  if (key === '') return t('stat.plan.unknown')
  if (by === 'CODE') return codeLabel(key, word)
  if (by === 'HOUR') return `${key.padStart(2, '0')}:00`
  return name ?? key
}
