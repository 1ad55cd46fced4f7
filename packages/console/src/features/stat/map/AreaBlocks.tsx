import {
  type Filter,
  type MapArea,
  type MapCounts,
  mapLevels,
  type MapLevel,
  mapStat,
  type ReplyOf,
} from '@muster/contract'
import type { Tinted } from '../../../kit/map/mapHandle.ts'
import type { Mark } from '../../../kit/map/Marks.tsx'
import { regionName } from '../../../kit/map/regionName.ts'
import { usePage } from '../../../kit/page/page.ts'
import { navigate, type Query } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { Block } from '../page/Block.tsx'
import type { Figures } from '../page/figures.ts'
import { FigureTable } from '../page/FigureTable.tsx'
import { filterOf, useDeviceLink, useFigures } from '../page/stat.ts'
import { DaySlider } from './DaySlider.tsx'
import classes from './map.module.css'
import {
  type AreaMetric,
  byValue,
  isOfThousand,
  metricTexts,
  type Shade,
  shadeOf,
  shadesOf,
  shadeText,
  valueOf,
  valueText,
} from './shades.ts'
import { countText, markTone, ShadeLegend, StatMap } from './StatMap.tsx'

type Areas = ReplyOf<typeof mapStat.area>

/** The kind of areas that an address asks for. */
export const levelOf = ({ level }: Query): MapLevel =>
  mapLevels.find((one) => one === level) ?? 'country'

/** The day that has passed of which an address asks; undefined: now. */
export const dayOf = ({ day = '' }: Query): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined

/** Terminals by the areas where they stand: on the map in the colour of a figure, and as a table. */
export function AreaBlocks({ metric }: { readonly metric: AreaMetric }) {
  const { query } = usePage()
  const level = levelOf(query)
  const day = dayOf(query)
  const filter = filterOf(query)
  const read = useFigures(mapStat.area, { query: { ...filter, level, ...(day && { day }) } })
  const lists = useLists(metric, day !== undefined)
  const title = t(metricTexts[metric])
  const figures = (data: Areas) => figuresOf(data, { metric, lists })
  const shared = {
    read,
    countedAt: ({ countedAt }: Areas) => countedAt,
    empty: ({ areas, elsewhere }: Areas) =>
      areas.length === 0 && elsewhere.terminals === 0 ? 'workbench.noTerminals' : null,
  } as const
  return (
    <>
      <Block {...shared} title={title} name={`map-${metric}`} wide="two" figures={figures}>
        {(data) => <AreaMap {...{ data, metric, level, lists, title }} />}
      </Block>
      <Block
        {...shared}
        title={t('stat.map.byArea')}
        name={`areas-${metric}`}
        tools={null}
        figures={figures}
      >
        {(data) => <FigureTable figures={figures(data)} title={title} />}
      </Block>
    </>
  )
}

/** Where the lists of the terminals are that an area's figures count; none for a day that has passed. */
interface Lists {
  readonly of: (area: MapArea, more?: Query) => string | undefined
  readonly elsewhere: (areas: readonly MapArea[], more?: Query) => string | undefined
  readonly counted: Query
}

const counted: Readonly<Record<AreaMetric, Query>> = {
  terminals: {},
  online: { presence: 'ONLINE' },
  alarmed: { alarm: '1' },
  failing: { failing: '1' },
}

function useLists(metric: AreaMetric, isPast: boolean): Lists {
  const { query } = usePage()
  const link = useDeviceLink(filterOf(query))
  const within = (op: 'below' | 'notBelow', values: readonly string[]): Filter => ({
    field: 'placeAreaId',
    op,
    values,
  })
  return {
    of: ({ areaId }, more) => (isPast ? undefined : link(more, within('below', [areaId]))),
    elsewhere: (areas, more) => {
      const ids = areas.map(({ areaId }) => areaId)
      if (isPast) return undefined
      return ids.length === 0 ? link(more) : link(more, within('notBelow', ids))
    },
    counted: counted[metric],
  }
}

/** Countries by the name that the reader has for them. */
const nameOf = ({ name, iso2 }: MapArea): string => (iso2 && regionName(iso2)) || name

const ratioTexts = {
  terminals: 'stat.map.share',
  online: 'stat.map.onlineRate',
  alarmed: 'stat.perThousand',
  failing: 'stat.perThousand',
} as const

function figuresOf(
  { areas, elsewhere }: Areas,
  { metric, lists }: { readonly metric: AreaMetric; readonly lists: Lists },
): Figures {
  const total = areas.reduce((sum, { terminals }) => sum + terminals, elsewhere.terminals)
  const hasCount = metric !== 'terminals'
  const ratio = (counts: MapCounts) => {
    const value = hasCount ? valueOf(metric, counts) : (counts.terminals / total) * 100
    return value === null ? null : Math.round(value * 10) / 10
  }
  const cells = (name: string, counts: MapCounts) => [
    name,
    ...(hasCount ? [Math.round(counts[metric])] : []),
    counts.terminals,
    ratio(counts),
  ]
  const links = (list: (more?: Query) => string | undefined) => [
    undefined,
    ...(hasCount ? [list(lists.counted)] : []),
    list(),
  ]
  const sorted = byValue(metric, areas)
  const rest = elsewhere.terminals > 0
  return {
    columns: [
      t('stat.map.area'),
      ...(hasCount ? [t(metricTexts[metric])] : []),
      t('workbench.terminals'),
      t(ratioTexts[metric]),
    ],
    rows: [
      ...sorted.map((area) => cells(nameOf(area), area)),
      ...(rest ? [cells(t('stat.map.elsewhere'), elsewhere)] : []),
    ],
    links: [
      ...sorted.map((area) => links((more) => lists.of(area, more))),
      ...(rest ? [links((more) => lists.elsewhere(areas, more))] : []),
    ],
  }
}

interface AreaMapProps {
  readonly data: Areas
  readonly metric: AreaMetric
  readonly level: MapLevel
  readonly lists: Lists
  readonly title: string
}

/** Degrees around the areas that a map begins with. */
const around: Readonly<Record<MapLevel, number>> = { country: 5, province: 2, city: 0.7 }

function AreaMap({ data, metric, level, lists, title }: AreaMapProps) {
  const { areas, firstDay } = data
  const shades = shadesOf(metric, areas)
  const shown = areas.flatMap((area) => {
    const value = valueOf(metric, area)
    return value === null ? [] : [{ area, value, shade: shadeOf(shades, value) }]
  })
  const tinted: readonly Tinted[] =
    level === 'country'
      ? shown.flatMap(({ area: { iso2 }, shade }) =>
          iso2 && shade ? [{ region: iso2, tone: shade.tone, strength: shade.strength }] : [],
        )
      : []
  return (
    <div className={classes.column}>
      <StatMap
        label={title}
        marks={shown.flatMap((one) => markOf(one, { metric, lists }))}
        tinted={tinted}
        around={around[level]}
      />
      <ShadeLegend
        title={title}
        unit={isOfThousand(metric) ? t('stat.perThousand') : undefined}
        steps={shades.map((shade, place) => ({
          ...shade,
          text: shadeText(metric, shades, place),
        }))}
      />
      {areas.length === 0 && <p className={classes.hint}>{t('stat.map.noArea')}</p>}
      <DaySlider firstDay={firstDay} />
    </div>
  )
}

interface Shown {
  readonly area: MapArea
  readonly value: number
  readonly shade: Shade | undefined
}

function markOf(
  { area, value, shade }: Shown,
  { metric, lists }: { readonly metric: AreaMetric; readonly lists: Lists },
): readonly Mark[] {
  if (!area.at) return []
  const href = lists.of(area, lists.counted)
  const text = valueText(metric, value)
  return [
    {
      key: area.areaId,
      at: [area.at.longitude, area.at.latitude],
      kind: 'cluster',
      count: Math.max(10, area.terminals),
      text,
      tone: markTone(shade?.tone),
      label: t('stat.map.mark', {
        area: nameOf(area),
        value: isOfThousand(metric) ? t('stat.map.ofThousand', { value: text }) : text,
        terminals: countText(area.terminals),
      }),
      ...(href && { onPress: () => navigate(href.slice(1)) }),
    },
  ]
}
