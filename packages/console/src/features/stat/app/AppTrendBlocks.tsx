import {
  activeRate,
  actsIn,
  appCrashesList,
  appStat,
  appTables,
  type AppTrend,
  troubleRate,
} from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { ColumnChart } from '../../../ui/chart/ColumnChart.tsx'
import { LinesChart } from '../../../ui/chart/LinesChart.tsx'
import { Block } from '../page/Block.tsx'
import { figuresIn } from '../page/figures.ts'
import { percentText } from '../page/percentText.ts'
import { type EstateFilter, useFigureLink, useFigures, useStat } from '../page/stat.ts'
import { spanOfStep, stepLabel } from '../page/steps.ts'
import classes from './app.module.css'

/** What was done with an application and how it was used, step by step: all of it is one reading. */
export function AppTrendBlocks({ appId }: { readonly appId: string }) {
  const { filter, days, grain } = useStat()
  const read = useFigures(appStat.trend, {
    query: { ...filter, ...days, appId, ...(grain && { grain }) },
  })
  return (
    <>
      <ActBlock read={read} />
      <UseBlock read={read} />
      <TroubleBlock read={read} of={{ ...filter, appId }} />
    </>
  )
}

interface BlockProps {
  readonly read: ReturnType<typeof useFigures<typeof appStat.trend>>
}

const labelsOf = ({ grain, points }: AppTrend) =>
  points.map(({ at }) => stepLabel(at, grain, points.length))
const countedAt = (data: AppTrend) => data.countedAt
const labelled = (data: AppTrend) =>
  data.points.map((step, place) => [labelsOf(data)[place] ?? '', step] as const)

function ActBlock({ read }: BlockProps) {
  const sums = (data: AppTrend) => data.points.map(actsIn)
  return (
    <Block
      title={t('appStat.acts')}
      name="application-acts"
      wide="two"
      read={read}
      countedAt={countedAt}
      empty={(data) =>
        sums(data).every(({ come, gone, failed }) => come + gone + failed === 0)
          ? 'stat.nothingHere'
          : null
      }
      figures={(data) => figuresIn(appTables.acts, labelled(data))}
    >
      {(data) => (
        <ColumnChart
          columns={sums(data).map(({ come, gone, failed }, place) => {
            const label = labelsOf(data)[place] ?? ''
            const says = t('appStat.actsAt', {
              at: label,
              come: formatNumber(come),
              gone: formatNumber(gone),
              failed: formatNumber(failed),
            })
            return { label, says, values: [come, gone, failed] }
          })}
          parts={['success', 'muted', 'danger']}
          names={[t('appStat.come'), t('appLog.act.REMOVED'), t('appLog.result.failed')]}
          formatValue={formatNumber}
          summary={t('appStat.acts')}
        />
      )}
    </Block>
  )
}

function UseBlock({ read }: BlockProps) {
  return (
    <Block
      title={t('appStat.active')}
      name="application-use"
      wide="all"
      read={read}
      countedAt={countedAt}
      empty={(data) => (data.points.every(({ days }) => days === 0) ? 'appStat.noUse' : null)}
      figures={(data) => figuresIn(appTables.use, labelled(data))}
    >
      {(data) => (
        <LinesChart
          labels={labelsOf(data)}
          lines={[{ name: t('appStat.activePercent'), values: data.points.map(activeRate) }]}
          most={100}
          formatValue={percentText}
          summary={t('appStat.active')}
        />
      )}
    </Block>
  )
}

interface TroubleProps extends BlockProps {
  readonly of: EstateFilter & { readonly appId: string }
}

function TroubleBlock({ read, of }: TroubleProps) {
  const link = useFigureLink()
  const whole = read.data && link(appCrashesList(read.data, of))
  return (
    <Block
      title={t('appStat.trouble')}
      name="application-crashes"
      wide="all"
      read={read}
      countedAt={countedAt}
      empty={(data) => (data.points.every(({ days }) => days === 0) ? 'appStat.noUse' : null)}
      aside={
        whole && (
          <a className={classes.link} href={whole}>
            {t('stat.seeTerminals')}
          </a>
        )
      }
      figures={(data) => ({
        ...figuresIn(appTables.trouble, labelled(data)),
        hrefs: data.points.map(({ crashes, anrs }, place) =>
          crashes + anrs > 0 ? link(appCrashesList(spanOfStep(data, place), of)) : undefined,
        ),
      })}
    >
      {(data) => (
        <LinesChart
          labels={labelsOf(data)}
          lines={[{ name: t('appStat.perThousand'), values: data.points.map(troubleRate) }]}
          formatValue={formatNumber}
          summary={t('appStat.trouble')}
        />
      )}
    </Block>
  )
}
