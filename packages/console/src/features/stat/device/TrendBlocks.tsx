import {
  alarmRate,
  alarmsIn,
  availabilityOf,
  deviceStat,
  deviceTables,
  type EstateStep as Step,
  type EstateTrend as Trend,
  leftIn,
  onlineRate,
} from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { ColumnChart } from '../../../ui/chart/ColumnChart.tsx'
import { LinesChart } from '../../../ui/chart/LinesChart.tsx'
import { Block } from '../page/Block.tsx'
import { figuresIn } from '../page/figures.ts'
import { percentText } from '../page/percentText.ts'
import { useFigures, useStat } from '../page/stat.ts'
import { stepLabel } from '../page/steps.ts'
import { AvailabilityFacts } from './AvailabilityFacts.tsx'
import { metText } from './availabilityTexts.ts'

/** What happened, step by step: all of it is one reading. */
export function TrendBlocks() {
  const { filter, days, grain } = useStat()
  const read = useFigures(deviceStat.trend, {
    query: { ...filter, ...days, ...(grain && { grain }) },
  })
  return (
    <>
      <OnlineBlock read={read} />
      <AvailabilityBlock read={read} />
      <LifeBlock read={read} />
      <AlarmBlock read={read} />
    </>
  )
}

interface BlockProps {
  readonly read: ReturnType<typeof useFigures<typeof deviceStat.trend>>
}

const labelsOf = ({ grain, points }: Trend) =>
  points.map(({ at }) => stepLabel(at, grain, points.length))
const labelled = (data: Trend) =>
  data.points.map((step, place) => [labelsOf(data)[place] ?? '', step] as const)

/** The first and the last step, for the sentence that says what a chart shows. */
function spanOf(data: Trend) {
  const labels = labelsOf(data)
  return { from: labels[0] ?? '', to: labels.at(-1) ?? '' }
}

const countedAt = (data: Trend) => data.countedAt
const isEmpty = (of: (step: Step) => number | null) => (data: Trend) =>
  data.points.every((step) => !of(step)) ? ('stat.nothingHere' as const) : null

function OnlineBlock({ read }: BlockProps) {
  const mean = (step: Step) => onlineRate(step, step.online)
  const low = (step: Step) => onlineRate(step, step.low)
  return (
    <Block
      title={t('stat.online')}
      name="online-rate"
      wide="two"
      read={read}
      countedAt={countedAt}
      empty={(data) =>
        data.points.every((step) => mean(step) === null) ? 'workbench.nothingCounted' : null
      }
      figures={(data) => figuresIn(deviceTables.online, labelled(data))}
    >
      {(data) => (
        <LinesChart
          labels={labelsOf(data)}
          lines={[
            { name: t('stat.mean'), values: data.points.map(mean) },
            ...(data.points.some((step) => low(step) !== null)
              ? [{ name: t('stat.low'), values: data.points.map(low) }]
              : []),
          ]}
          most={100}
          formatValue={percentText}
          summary={t('stat.online.says', spanOf(data))}
        />
      )}
    </Block>
  )
}

function AvailabilityBlock({ read }: BlockProps) {
  return (
    <Block
      title={t('stat.availability')}
      name="availability"
      read={read}
      countedAt={countedAt}
      figures={(data) => {
        const { share, agreed, isMet, failures, hoursBetween } = availabilityOf(data)
        return {
          columns: [t('stat.figure'), t('workbench.count')],
          rows: [
            [t('stat.availabilityPercent'), share],
            ...(agreed === null
              ? []
              : [
                  [t('stat.agreedPercent'), agreed],
                  [t('stat.agreedText', { value: formatNumber(agreed) }), metText(isMet)],
                ]),
            [t('stat.failures'), failures],
            [t('stat.mtbf'), hoursBetween],
          ],
        }
      }}
    >
      {(data) => <AvailabilityFacts of={availabilityOf(data)} />}
    </Block>
  )
}

function LifeBlock({ read }: BlockProps) {
  return (
    <Block
      title={t('stat.life')}
      name="activation-and-churn"
      wide="two"
      read={read}
      countedAt={countedAt}
      empty={isEmpty((step) => step.activated + leftIn(step))}
      figures={(data) => figuresIn(deviceTables.life, labelled(data))}
    >
      {(data) => (
        <ColumnChart
          columns={data.points.map((step, place) => {
            const label = labelsOf(data)[place] ?? ''
            return { label, says: lifeSays(label, step), values: [step.activated, leftIn(step)] }
          })}
          parts={['success', 'danger']}
          names={[t('stat.activated'), t('stat.left')]}
          formatValue={formatNumber}
          summary={t('stat.life.says', spanOf(data))}
        />
      )}
    </Block>
  )
}

const lifeSays = (label: string, step: Step) =>
  t('stat.life.at', {
    at: label,
    activated: formatNumber(step.activated),
    left: formatNumber(leftIn(step)),
  })

function AlarmBlock({ read }: BlockProps) {
  return (
    <Block
      title={t('stat.alarmRate')}
      name="alarms"
      read={read}
      countedAt={countedAt}
      empty={isEmpty(alarmsIn)}
      figures={(data) => figuresIn(deviceTables.alarms, labelled(data))}
    >
      {(data) => (
        <LinesChart
          labels={labelsOf(data)}
          lines={[{ name: t('stat.perThousand'), values: data.points.map(alarmRate) }]}
          formatValue={formatNumber}
          summary={t('stat.alarmRate.says', spanOf(data))}
        />
      )}
    </Block>
  )
}
