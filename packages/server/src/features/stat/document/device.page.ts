import {
  availabilityOf,
  type deviceStat,
  deviceTables,
  estateParts,
  type EstatePart,
  type EstateTrend,
  type Expiring,
  type figureDocuments,
  type ParsedOf,
  percentSteps,
  type ReplyOf,
  type ServicePart,
  serviceParts,
  storageSteps,
} from '@muster/contract'
import { unusedApps } from '../app/app.queries.ts'
import { alarmsByModel } from '../device/alarm.queries.ts'
import { availabilityByOrganization } from '../device/availability.queries.ts'
import { distributionBy } from '../device/distribution.queries.ts'
import { expiriesByQuarter } from '../device/expiry.queries.ts'
import { silentBy } from '../device/silent.queries.ts'
import { estateByStep } from '../device/trend.queries.ts'
import { requireSpan } from '../requireSpan.ts'
import { month } from '../span.rules.ts'
import type { FigurePage, FigureTable } from './figures.ts'
import { tableIn } from './tableIn.ts'
import type { Words } from './words.ts'

type Query = ParsedOf<(typeof figureDocuments)['device']>['query']
type Distribution = ReplyOf<typeof deviceStat.distribution>
type Alarms = ReplyOf<typeof deviceStat.alarm>
type Silent = ReplyOf<typeof deviceStat.silent>
type Served = ReplyOf<typeof deviceStat.availability>
type Expiry = ReplyOf<typeof deviceStat.expiry>

/** Days after which an application counts as one that nobody opens. */
const unusedDays = 7

/** STATISTICS_DEVICE as tables. */
export const devicePage: FigurePage<Query> = {
  title: 'stat.device',
  name: 'terminals',
  usualDays: month / 24,
  tables: async (ctx, { days, from, to, grain, orgId, vendorId, modelId }, words) => {
    const filter = { orgId, vendorId, modelId }
    const span = requireSpan(ctx, { days, from, to }, month)
    const trend = await estateByStep(ctx, filter, { span, asked: grain })
    const alarms = await alarmsByModel(ctx, filter, span)
    const expiry = await expiriesByQuarter(ctx, filter)
    const served = await availabilityByOrganization(ctx, filter, { span, asked: grain })
    const silent: FigureTable[] = []
    for (const by of serviceParts)
      silent.push(silentTable(by, await silentBy(ctx, by, filter), words))
    const idle = await unusedApps(ctx, { ...filter, unusedDays, isOnline: true })
    const parts: FigureTable[] = []
    for (const by of estateParts)
      parts.push(partTable(by, await distributionBy(ctx, by, filter), words))
    return [
      onlineTable(trend, words),
      availabilityTable(trend, words),
      lifeTable(trend, words),
      alarmTable(trend, words),
      servedTable(served, words),
      ...silent,
      idleTable(idle, words),
      modelTable(alarms, words),
      kindTable(alarms, words),
      ...parts,
      expiryTable(expiry, 'warranty', words),
      expiryTable(expiry, 'support', words),
      expiryTable(expiry, 'pts', words),
    ]
  },
}

const labelled = ({ grain, points }: EstateTrend, words: Words) =>
  points.map((step) => [words.step(step.at, grain), step] as const)

function onlineTable(trend: EstateTrend, words: Words): FigureTable {
  return {
    title: words.t('stat.online'),
    ...tableIn(deviceTables.online, labelled(trend, words), words),
    countedAt: trend.countedAt,
    chart: { lines: [3, 4] },
  }
}

function availabilityTable(trend: EstateTrend, { t, number }: Words): FigureTable {
  const { share, agreed, isMet, failures, hoursBetween } = availabilityOf(trend)
  const met = isMet === null ? null : t(isMet ? 'stat.met' : 'stat.missed')
  return {
    title: t('stat.availability'),
    columns: [t('stat.figure'), t('workbench.count')],
    rows: [
      [t('stat.availabilityPercent'), share],
      ...(agreed === null
        ? []
        : [
            [t('stat.agreedPercent'), agreed],
            [t('stat.agreedText', { value: number(agreed) }), met],
          ]),
      [t('stat.failures'), failures],
      [t('stat.mtbf'), hoursBetween],
    ],
    countedAt: trend.countedAt,
  }
}

const lifeTable = (trend: EstateTrend, words: Words): FigureTable => ({
  title: words.t('stat.life'),
  ...tableIn(deviceTables.life, labelled(trend, words), words),
  countedAt: trend.countedAt,
})

const alarmTable = (trend: EstateTrend, words: Words): FigureTable => ({
  title: words.t('stat.alarmRate'),
  ...tableIn(deviceTables.alarms, labelled(trend, words), words),
  countedAt: trend.countedAt,
  chart: { lines: [6] },
})

const modelTable = ({ models, countedAt }: Alarms, words: Words): FigureTable => ({
  title: words.t('stat.worstModels'),
  ...tableIn(
    deviceTables.models,
    models.map((model) => [model.name, model] as const),
    words,
  ),
  countedAt,
})

const silentTable = (by: ServicePart, data: Silent, words: Words): FigureTable => ({
  title: words.t(`stat.silent.${by}`),
  ...tableIn(
    deviceTables.silent,
    [
      ...data.parts.map((part) => [organizationLabel(part, words), part] as const),
      [words.t('stat.silent.all'), data.all],
    ],
    words,
  ),
  countedAt: data.countedAt,
})

const idleTable = ({ apps }: ReplyOf<typeof deviceStat.idle>, { t }: Words): FigureTable => ({
  title: t('stat.idle'),
  columns: [t('appStat.app'), t('stat.idleTerminals'), t('appStat.have')],
  rows: apps.map(({ name, unused, terminals }) => [name, unused, terminals]),
  chart: 'BARS',
})

const servedTable = ({ organizations, countedAt }: Served, words: Words): FigureTable => ({
  title: words.t('stat.served'),
  ...tableIn(
    deviceTables.served,
    organizations.map((one) => [organizationLabel(one, words), one] as const),
    words,
  ),
  countedAt,
})

const kindTable = ({ kinds, countedAt }: Alarms, { t, word }: Words): FigureTable => ({
  title: t('stat.alarmKinds'),
  columns: [t('alarm.kind'), t('stat.alarms')],
  rows: kinds.map(({ kind, count }) => [word('alarm.kind', kind), count]),
  countedAt,
  chart: 'BARS',
})

function partTable(by: EstatePart, data: Distribution, words: Words): FigureTable {
  const { t } = words
  const rest = (text: string, count: number) => (count > 0 ? [[text, count]] : [])
  return {
    title: t(`stat.by.${by}`),
    columns: [t(`stat.by.${by}`), t('workbench.terminals')],
    rows: [
      ...data.parts.map((part) => [partLabel(by, part, words), part.count]),
      ...rest(t('workbench.others'), data.others),
      ...rest(t(by === 'AREA' ? 'stat.noArea' : 'workbench.unknown'), data.unknown),
    ],
    countedAt: data.countedAt,
    chart: 'BARS',
  }
}

type Part = Distribution['parts'][number]

const awayTexts: Readonly<Record<string, string>> = {
  '24': 'day',
  '72': 'threeDays',
  '168': 'week',
  '720': 'month',
}

const organizationLabel = (
  { name, withBelow }: { readonly name: string; readonly withBelow: boolean },
  { t }: Words,
) => (withBelow ? name : t('stat.directly', { name }))

function partLabel(by: EstatePart, { key, name, withBelow }: Part, words: Words): string {
  const { word } = words
  if (by === 'ORGANIZATION') return organizationLabel({ name: name ?? key, withBelow }, words)
  if (by === 'LIFECYCLE') return word('device.lifecycle', key)
  if (by === 'AWAY') return word('device.offlineFor', awayTexts[key] ?? key)
  if (by === 'NETWORK') return word('group.network', key)
  if (by === 'BATTERY' || by === 'SIGNAL') return stepText(percentSteps, key, words)
  if (by === 'STORAGE') return stepText(storageSteps, key, words)
  return name ?? key
}

/** From the lower end of a step to before that of the next one. */
function stepText(steps: readonly number[], key: string, { t, number }: Words): string {
  const least = Number(key)
  const unit = steps === percentSteps ? 'stat.percent' : 'stat.megabytes'
  const next = steps.find((step) => step > least)
  if (next !== undefined) return t(unit, { value: `${number(least)}–${number(next - 1)}` })
  if (unit === 'stat.percent') return t(unit, { value: `${number(least)}–${number(100)}` })
  return t('stat.orMore', { least: t(unit, { value: number(least) }) })
}

function expiryTable(
  { ended, quarters, later, unknown, countedAt }: Expiry,
  kind: Expiring,
  { t, day }: Words,
): FigureTable {
  const rows: [string, number][] = [
    [t('stat.ended'), ended[kind]],
    ...quarters.map((quarter): [string, number] => [
      t('stat.fromTo', { from: day(quarter.from), to: day(quarter.to) }),
      quarter[kind],
    ]),
    [t('stat.later'), later[kind]],
    [t('stat.noEnd'), unknown[kind]],
  ]
  return {
    title: t(`stat.expiry.${kind}`),
    columns: [t('stat.endsIn'), t('workbench.terminals')],
    rows: rows.filter(([, count]) => count > 0),
    countedAt,
    chart: 'BARS',
  }
}
