import {
  deviceStat,
  deviceTables,
  type ReplyOf,
  serviceList,
  type ServicePart,
  type Silence,
  silences,
} from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { LinesChart } from '../../../ui/chart/LinesChart.tsx'
import { Block } from '../page/Block.tsx'
import { type Figures, figuresIn } from '../page/figures.ts'
import { FigureTable } from '../page/FigureTable.tsx'
import { percentText } from '../page/percentText.ts'
import { useFigureLink, useFigures, useStat } from '../page/stat.ts'
import { stepLabel } from '../page/steps.ts'
import { metText } from './availabilityTexts.ts'
import { partKinds } from './parts.ts'

type Silent = ReplyOf<typeof deviceStat.silent>
type Availability = ReplyOf<typeof deviceStat.availability>

/** Terminals in service that are not heard of; each figure leads to those that it counts. */
export function SilentBlock({ by }: { readonly by: ServicePart }) {
  const { filter } = useStat()
  const read = useFigures(deviceStat.silent, { query: { ...filter, by } })
  const link = useFigureLink()
  const title = t(`stat.silent.${by}`)
  const figures = ({ all, parts }: Silent): Figures => {
    const rows = [
      ...parts.map((part) => ({
        label: partKinds[by].labelOf(part),
        part,
        counts: part,
      })),
      { label: t('stat.silent.all'), part: null, counts: all },
    ]
    return {
      ...figuresIn(
        deviceTables.silent,
        rows.map(({ label, counts }) => [label, counts] as const),
      ),
      links: rows.map(({ part, counts }) => {
        const hrefOf = (silence: Silence | null, count: number) =>
          count > 0 ? link(serviceList(filter, { silence, by, part })) : undefined
        const silent = silences.map((silence) => hrefOf(silence, counts.silent[silence]))
        return [undefined, hrefOf(null, counts.terminals), ...silent]
      }),
    }
  }
  return (
    <Block
      title={title}
      name={`silent-${by}`}
      wide="two"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ all }) => (all.terminals === 0 ? 'workbench.noTerminals' : null)}
      figures={figures}
    >
      {(data) => <FigureTable figures={figures(data)} title={title} />}
    </Block>
  )
}

const nobodyCounted = ({ organizations }: Availability) =>
  organizations.every(({ share }) => share === null) ? ('stat.servedUnknown' as const) : null

/** How much of the time in service terminals were online, by organisation: against what is agreed, and over time. */
export function ServedBlocks() {
  const { filter, days, grain } = useStat()
  const read = useFigures(deviceStat.availability, {
    query: { ...filter, ...days, ...(grain && { grain }) },
  })
  const link = useFigureLink()
  const figures = ({ organizations, agreed }: Availability): Figures => {
    const told = figuresIn(
      deviceTables.served,
      organizations.map((one) => [nameOf(one), one] as const),
    )
    const links = organizations.map((one) => [
      undefined,
      link(
        serviceList(filter, {
          silence: null,
          by: 'ORGANIZATION',
          part: { ...one, key: one.orgId },
        }),
      ),
    ])
    if (agreed === null) return { ...told, links }
    return {
      columns: [...told.columns, t('stat.agreedText', { value: formatNumber(agreed) })],
      rows: told.rows.map((row, place) => [...row, metText(organizations[place]?.isMet ?? null)]),
      links,
    }
  }
  return (
    <>
      <Block
        title={t('stat.served')}
        name="availability-by-organisation"
        wide="two"
        read={read}
        countedAt={({ countedAt }) => countedAt}
        empty={nobodyCounted}
        figures={figures}
      >
        {(data) => <FigureTable figures={figures(data)} title={t('stat.served')} />}
      </Block>
      <OverTimeBlock read={read} />
    </>
  )
}

const nameOf = ({ orgId, name, withBelow }: Availability['organizations'][number]) =>
  partKinds.ORGANIZATION.labelOf({ key: orgId, name, withBelow })

function OverTimeBlock({
  read,
}: {
  readonly read: ReturnType<typeof useFigures<typeof deviceStat.availability>>
}) {
  const labelsOf = ({ steps, grain }: Availability) =>
    steps.map((at) => stepLabel(at, grain, steps.length))
  return (
    <Block
      title={t('stat.servedOverTime')}
      name="availability-over-time"
      wide="two"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={nobodyCounted}
      figures={(data) => ({
        columns: [t('workbench.time'), ...data.organizations.map(nameOf)],
        rows: labelsOf(data).map((label, place) => [
          label,
          ...data.organizations.map(({ shares }) => shares[place] ?? null),
        ]),
      })}
    >
      {(data) => (
        <LinesChart
          labels={labelsOf(data)}
          lines={data.organizations.map((one) => ({ name: nameOf(one), values: one.shares }))}
          most={100}
          formatValue={percentText}
          summary={t('stat.servedOverTime.says', {
            from: labelsOf(data)[0] ?? '',
            to: labelsOf(data).at(-1) ?? '',
          })}
        />
      )}
    </Block>
  )
}
