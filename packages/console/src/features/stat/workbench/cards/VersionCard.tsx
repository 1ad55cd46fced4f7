import { type ReplyOf, spreadKinds, type TextKey, workbench } from '@muster/contract'
import { useState } from 'react'
import { formatPercent } from '../../../../platform/format.ts'
import { direction, t } from '../../../../platform/texts.ts'
import { BarChart } from '../../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../../ui/chart/barOption.ts'
import { useBoard, useDeviceLink, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import { shareText } from '../../page/shareText.ts'
import classes from '../workbench.module.css'
import { ModelVersions, type VersionKind } from './ModelVersions.tsx'

type Versions = ReplyOf<typeof workbench.version>

const kindTexts: Readonly<Record<VersionKind, TextKey>> = {
  FIRMWARE: 'device.firmware',
  AGENT: 'device.agentVersion',
}

/** How terminals spread over versions of firmware or agent: by model where there are several. */
export function VersionCard() {
  const { filter } = useBoard()
  const [kind, setKind] = useState<VersionKind>('FIRMWARE')
  const read = useFigures(workbench.version, { query: { ...filter, kind } })
  const byModel = useFigures(workbench.versionByModel, { query: { ...filter, kind } })
  const link = useDeviceLink()
  const hrefOf = (version: string) =>
    link(kind === 'FIRMWARE' ? { firmware: version } : { agentVersion: version })
  return (
    <Card
      card="VERSION"
      read={read}
      aside={<KindChoice kind={kind} choose={setKind} />}
      empty={({ total }) => (total === 0 ? 'workbench.noTerminals' : null)}
      figures={(data) => ({
        columns: [t(kindTexts[kind]), t('workbench.terminals')],
        rows: barsOf(data, hrefOf).map(({ label, value }) => [label, value]),
      })}
    >
      {(data) =>
        byModel.data && byModel.data.length > 1 ? (
          <ModelVersions models={byModel.data} kind={kind} />
        ) : (
          <BarChart
            bars={barsOf(data, hrefOf)}
            summary={summaryOf(data)}
            direction={direction}
            formatValue={(value) => shareText(value, data.total)}
          />
        )
      }
    </Card>
  )
}

function KindChoice({
  kind,
  choose,
}: {
  readonly kind: VersionKind
  readonly choose: (kind: VersionKind) => void
}) {
  return (
    <span className={classes.choice} role="group" aria-label={t('workbench.version')}>
      {spreadKinds.map((one) => (
        <button key={one} type="button" aria-pressed={one === kind} onClick={() => choose(one)}>
          {t(kindTexts[one])}
        </button>
      ))}
    </span>
  )
}

function barsOf(
  { top, others, unknown }: Versions,
  hrefOf: (version: string) => string | undefined,
): readonly Bar[] {
  return [
    ...top.map(({ version, count }) => ({
      key: version,
      label: version,
      value: count,
      href: hrefOf(version),
    })),
    ...(others > 0
      ? [{ key: '\nothers', label: t('workbench.others'), value: others, tone: 'neutral' as const }]
      : []),
    ...(unknown > 0
      ? [
          {
            key: '\nunknown',
            label: t('workbench.unknown'),
            value: unknown,
            tone: 'neutral' as const,
          },
        ]
      : []),
  ]
}

const summaryOf = ({ top: [first], total }: Versions): string =>
  first
    ? t('workbench.version.says', {
        version: first.version,
        share: formatPercent(first.count / total),
        total,
      })
    : t('workbench.unknown')
