import {
  type FailureKind,
  failureKinds,
  planStat,
  type ReplyOf,
  type TextKey,
} from '@muster/contract'
import { useState } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { direction, t, texts } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { LinesChart } from '../../../ui/chart/LinesChart.tsx'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { Block } from '../page/Block.tsx'
import { percentText } from '../page/percentText.ts'
import { useFigures } from '../page/stat.ts'
import { type Compared, curvesOf } from './curves.ts'
import { durationText } from './durationText.ts'
import { failureLabel, useResultLink } from './failures.ts'

interface IdsProps {
  readonly ids: readonly string[]
}

/** How far plans had come, each since its own beginning. */
export function CurveBlock({ ids }: IdsProps) {
  const read = useFigures(planStat.compare, { query: { ids: ids.join(',') } })
  return (
    <Block
      title={t('stat.plan.curve')}
      name="plan-curves"
      wide="two"
      read={read}
      empty={({ plans }) =>
        plans.every(({ curve }) => curve.length === 0) ? 'stat.nothingHere' : null
      }
      figures={({ plans }) => {
        const { minutes, values } = curvesOf(plans)
        return {
          columns: [t('stat.plan.since'), ...plans.map(nameOf)],
          rows: minutes.map((minute, place) => [
            durationText(Math.round(minute * 60)),
            ...values.map((one) => one[place] ?? null),
          ]),
        }
      }}
    >
      {({ plans }) => {
        const { minutes, values } = curvesOf(plans)
        return (
          <LinesChart
            labels={minutes.map((minute) => durationText(Math.round(minute * 60)))}
            lines={plans.map((plan, place) => ({
              name: nameOf(plan),
              values: values[place] ?? [],
            }))}
            most={100}
            formatValue={percentText}
            summary={t('stat.plan.curve.says', { count: plans.length })}
          />
        )
      }}
    </Block>
  )
}

const nameOf = ({ planNo, name }: Compared) => `${name} (${planNo})`

const kindTexts: Readonly<Record<FailureKind, TextKey>> = {
  CODE: 'stat.plan.by.CODE',
  MODEL: 'stat.plan.by.MODEL',
  ORG: 'stat.plan.by.ORG',
  NETWORK: 'stat.plan.by.NETWORK',
  HOUR: 'stat.plan.by.HOUR',
}

type Failures = ReplyOf<typeof planStat.error>

/** What failed in plans together; of one plan alone each cause leads to its results. */
export function FailureBlock({ ids }: IdsProps) {
  const [by, setBy] = useState<FailureKind>('CODE')
  const read = useFigures(planStat.error, { query: { ids: ids.join(','), by } })
  const link = useResultLink(ids, by)
  const barsOf = ({ parts, others }: Failures) => [
    ...parts.map((part) => ({
      key: part.key,
      label: failureLabel(by, part),
      value: part.count,
      href: link(part.key),
      tone: 'bad' as const,
    })),
    ...(others > 0
      ? [
          {
            key: '\nothers',
            label: t('workbench.others'),
            value: others,
            tone: 'neutral' as const,
            href: undefined,
          },
        ]
      : []),
  ]
  return (
    <Block
      title={t('stat.plan.failures')}
      name={`plan-failures-${by}`}
      read={read}
      aside={
        <ChoiceInput
          label={t('stat.plan.by')}
          options={texts(kindTexts)}
          value={by}
          onChoose={(chosen) => setBy(failureKinds.find((kind) => kind === chosen) ?? 'CODE')}
        />
      }
      empty={({ parts }) => (parts.length === 0 ? 'stat.plan.noFailures' : null)}
      figures={(data) => ({
        columns: [t(kindTexts[by]), t('stat.plan.failures')],
        rows: barsOf(data).map(({ label, value }) => [label, value]),
        hrefs: barsOf(data).map(({ href }) => href),
      })}
    >
      {(data) => (
        <BarChart
          bars={barsOf(data)}
          summary={t('stat.plan.failures')}
          direction={direction}
          formatValue={formatNumber}
        />
      )}
    </Block>
  )
}
