import {
  type ReplyOf,
  spreadKinds,
  spreadLists,
  type TextKey,
  versionStat,
  workbench,
} from '@muster/contract'
import { useState } from 'react'
import { useCan } from '../../../../kit/session.ts'
import { formatPercent } from '../../../../platform/format.ts'
import { direction, t } from '../../../../platform/texts.ts'
import { BarChart } from '../../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../../ui/chart/barOption.ts'
import { useFigureLink } from '../../page/stat.ts'
import { useBoard, useFigures } from '../board.ts'
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
  const targets = useFigures(
    versionStat.matrix,
    { query: { ...filter, kind } },
    useCan(versionStat.matrix.permission),
  )
  const link = useFigureLink()
  const hrefs: Hrefs = {
    runs: (version) => link(spreadLists.runs(filter, kind, version)),
    untold: link(spreadLists.untold(filter, kind)),
    others: (versions) => link(spreadLists.others(filter, kind, versions)),
  }
  return (
    <Card
      card="VERSION"
      read={read}
      aside={<KindChoice kind={kind} choose={setKind} />}
      empty={({ total }) => (total === 0 ? 'workbench.noTerminals' : null)}
      figures={(data) => ({
        columns: [t(kindTexts[kind]), t('workbench.terminals')],
        rows: barsOf(data, hrefs).map(({ label, value }) => [label, value]),
        hrefs: barsOf(data, hrefs).map(({ href }) => href),
      })}
    >
      {(data) =>
        byModel.data && byModel.data.length > 1 ? (
          <ModelVersions models={byModel.data} kind={kind} targets={targets.data?.models ?? []} />
        ) : (
          <BarChart
            bars={barsOf(data, hrefs)}
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

interface Hrefs {
  readonly runs: (version: string) => string | undefined
  readonly others: (versions: readonly string[]) => string | undefined
  readonly untold: string | undefined
}

function barsOf({ top, others, unknown }: Versions, hrefs: Hrefs): readonly Bar[] {
  const rest = (text: TextKey, value: number, href: string | undefined): readonly Bar[] =>
    value > 0 ? [{ key: `\n${text}`, label: t(text), value, href, tone: 'neutral' as const }] : []
  const named = top.map(({ version }) => version)
  return [
    ...top.map(({ version, count }) => ({
      key: version,
      label: version,
      value: count,
      href: hrefs.runs(version),
    })),
    ...rest('workbench.others', others, hrefs.others(named)),
    ...rest('workbench.unknown', unknown, hrefs.untold),
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
