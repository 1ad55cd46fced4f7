import {
  type AppStep,
  type AppSummary,
  appTables,
  type AppTrend,
  type appStat,
  type appUse,
  type figureDocuments,
  type ParsedOf,
  type ReplyOf,
  type TableOf,
  type TextKey,
} from '@muster/contract'
import { findApp, speedOf, summaryOf, unusedApps } from '../app/app.queries.ts'
import { errorsOf, hoursOf, removalsOf, trendOf, versionsOf } from '../app/appTrend.queries.ts'
import { requireSpan } from '../requireSpan.ts'
import { month } from '../span.rules.ts'
import type { FigurePage, FigureTable } from './figures.ts'
import { tableIn } from './tableIn.ts'
import { inTenths, type Words } from './words.ts'

type Query = ParsedOf<(typeof figureDocuments)['app']>['query']
type UseQuery = ParsedOf<(typeof figureDocuments)['use']>['query']

/** Days without use after which a mandatory application counts as one that nobody opens. */
const unusedDays = 7

/** STATISTICS_APK as tables. */
export const appPage: FigurePage<Query> = {
  title: 'appStat.title',
  name: 'application',
  usualDays: month / 24,
  tables: async (ctx, { days, from, to, grain, appId, orgId, vendorId, modelId }, words) => {
    const filter = { orgId, vendorId, modelId }
    const app = await findApp(ctx, appId)
    const span = requireSpan(ctx, { days, from, to }, month)
    const of = { app, filter }
    const trend = await trendOf(ctx, of, { span, asked: grain })
    return [
      ...summaryTables(await summaryOf(ctx, app, filter), words),
      speedTable(await speedOf(ctx, app, filter), words),
      errorTable(await errorsOf(ctx, of, span), words),
      removalTable(await removalsOf(ctx, of, span), words),
      versionTable(await versionsOf(ctx, of, { span, asked: grain }), words),
      ...trendTables.map((table) => trended(trend, table, words)),
    ]
  },
}

/** STATISTICS_DEVICE_APK_LOG's figures as tables. */
export const usePage: FigurePage<UseQuery> = {
  title: 'appUse.title',
  name: 'use-of-applications',
  usualDays: month / 24,
  tables: async (ctx, { days, from, to, appId, orgId, vendorId, modelId }, words) => {
    const filter = { orgId, vendorId, modelId }
    const unused = unusedTable(await unusedApps(ctx, { ...filter, unusedDays }), words)
    if (appId === undefined) return [unused]
    const app = await findApp(ctx, appId)
    const span = requireSpan(ctx, { days, from, to }, month)
    return [unused, ...whenTables(await hoursOf(ctx, { app, filter }, span), words)]
  },
}

interface Version {
  readonly code: number
  readonly name: string | null
}

const versionLabel = ({ code, name }: Version): string =>
  name === null ? String(code) : `${name} (${code})`

const summaryTables = (
  { terminals, newest, sideLoaded, versions }: AppSummary,
  { t }: Words,
): FigureTable[] => [
  {
    title: t('appStat.spread'),
    columns: [t('stat.figure'), t('workbench.terminals')],
    rows: [
      [t('appStat.have'), terminals],
      ...(newest
        ? [
            [
              t('appStat.haveNewest', {
                version: versionLabel(newest),
                share: t('stat.percent', {
                  value: terminals === 0 ? 0 : inTenths((newest.terminals * 100) / terminals),
                }),
              }),
              newest.terminals,
            ],
          ]
        : []),
      [t('appStat.sideLoaded'), sideLoaded],
    ],
  },
  {
    title: t('appStat.versions'),
    columns: [t('appStat.version'), t('workbench.terminals')],
    rows: versions.map((version) => [versionLabel(version), version.terminals]),
    chart: 'BARS',
  },
]

const speedTable = ({ steps }: ReplyOf<typeof appStat.speed>, { t }: Words): FigureTable => ({
  title: t('appStat.speed'),
  columns: [t('stat.figure'), t('appStat.hours')],
  rows: steps.map(({ percent, hours }) => [
    t('appStat.reached', { value: percent }),
    hours === null ? t('appStat.notYet') : inTenths(hours),
  ]),
})

const errorTable = (
  { codes, countedAt }: ReplyOf<typeof appStat.error>,
  { t, word }: Words,
): FigureTable => ({
  title: t('appStat.errors'),
  columns: [t('appStat.cause'), t('workbench.count')],
  rows: codes.map(({ code, count }) => [codeLabel(code, word), count]),
  countedAt,
  chart: 'BARS',
})

const removalTable = (
  { causes, countedAt }: ReplyOf<typeof appStat.removal>,
  { t, word }: Words,
): FigureTable => ({
  title: t('appStat.removals'),
  columns: [t('appLog.trigger'), t('workbench.count')],
  rows: causes.map(({ trigger, count }) => [word('appLog.trigger', trigger), count]),
  countedAt,
  chart: 'BARS',
})

/** A code with what it means, where that is known. */
export function codeLabel(code: string, word: Words['word']): string {
  const meaning = word('device.code', code)
  return meaning === code ? code : `${code} ${meaning}`
}

const versionTable = (
  { grain, points, versions, countedAt }: ReplyOf<typeof appStat.version>,
  words: Words,
): FigureTable => ({
  title: words.t('appStat.installs'),
  columns: [words.t('workbench.time'), ...versions.map(versionLabel), words.t('workbench.others')],
  rows: points.map(({ at, counts, others }) => [words.step(at, grain), ...counts, others]),
  countedAt,
  chart: { lines: versions.map((_, place) => place + 1) },
})

interface Trended {
  readonly title: TextKey
  readonly table: TableOf<AppStep>
  /** The columns that are drawn. */
  readonly lines: readonly number[]
}

const trendTables: readonly Trended[] = [
  { title: 'appStat.acts', table: appTables.acts, lines: [1, 2, 3] },
  { title: 'appStat.active', table: appTables.use, lines: [3] },
  { title: 'appStat.trouble', table: appTables.trouble, lines: [4] },
]

const trended = (
  { grain, points, countedAt }: AppTrend,
  { title, table, lines }: Trended,
  words: Words,
): FigureTable => ({
  title: words.t(title),
  ...tableIn(
    table,
    points.map((step) => [words.step(step.at, grain), step] as const),
    words,
  ),
  countedAt,
  chart: { lines },
})

const unusedTable = ({ apps }: ReplyOf<typeof appUse.unused>, { t }: Words): FigureTable => ({
  title: `${t('appUse.unused')} (${t('appUse.since.week')})`,
  columns: [t('appStat.app'), t('appUse.unusedTerminals'), t('appStat.have')],
  rows: apps.map(({ name, unused, terminals }) => [name, unused, terminals]),
  chart: 'BARS',
})

const whenTables = (
  { hours, weekdays, countedAt }: ReplyOf<typeof appUse.trend>,
  { t, number, word }: Words,
): FigureTable[] => [
  {
    title: t('appUse.byHour'),
    columns: [t('workbench.time'), t('appUse.launches')],
    rows: hours.map((count, hour) => [t('appUse.hour', { hour: number(hour) }), count]),
    countedAt,
  },
  {
    title: t('appUse.byWeekday'),
    columns: [t('workbench.time'), t('appUse.launches')],
    rows: weekdays.map((count, place) => [word('push.day', String(place + 1)), count]),
    countedAt,
    chart: 'BARS',
  },
]
