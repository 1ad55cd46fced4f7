import {
  areaTable,
  type figureDocuments,
  type MapArea,
  type mapStat,
  type ParsedOf,
  type ReplyOf,
} from '@muster/contract'
import { terminalsByArea } from '../map/area.queries.ts'
import { stationsInTrouble } from '../map/fence.queries.ts'
import type { FigurePage, FigureTable } from './figures.ts'
import { tableIn } from './tableIn.ts'
import type { Words } from './words.ts'

type Query = ParsedOf<(typeof figureDocuments)['map']>['query']

/** STATISTICS_MAP as tables: the map itself is on the screen alone. */
export const mapPage: FigurePage<Query> = {
  title: 'stat.map',
  name: 'areas',
  tables: async (ctx, { orgId, vendorId, modelId, level, day }, words) => {
    const filter = { orgId, vendorId, modelId }
    const areas = await terminalsByArea(ctx, { ...filter, level, day })
    const stations = await stationsInTrouble(ctx, filter)
    return [areasTable(areas, { day, words }), ...stationTables(stations, words)]
  },
}

interface Of {
  readonly day: string | undefined
  readonly words: Words
}

function areasTable(
  { areas, elsewhere, countedAt }: ReplyOf<typeof mapStat.area>,
  { day, words }: Of,
): FigureTable {
  const { t } = words
  return {
    title: day === undefined ? t('stat.map.byArea') : `${t('stat.map.byArea')}, ${words.day(day)}`,
    ...tableIn(
      areaTable,
      [
        ...areas.map((area) => [nameOf(area, words), area] as const),
        ...(elsewhere.terminals > 0 ? [[t('stat.map.elsewhere'), elsewhere] as const] : []),
      ],
      words,
    ),
    countedAt,
    chart: 'BARS',
  }
}

/** Countries by the name that the reader has for them. */
const nameOf = ({ name, iso2 }: MapArea, { language }: Words): string =>
  (iso2 && new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(iso2)) || name

const stationTables = (
  { left, bare }: ReplyOf<typeof mapStat.fence>,
  { t }: Words,
): FigureTable[] => [
  {
    title: t('stat.map.left'),
    columns: [
      t('stat.map.station'),
      t('device.organization'),
      t('stat.map.area'),
      t('stat.map.outside'),
    ],
    rows: left.map(({ name, orgName, areaName, outside }) => [name, orgName, areaName, outside]),
  },
  {
    title: t('stat.map.bare'),
    columns: [t('stat.map.station'), t('device.organization'), t('stat.map.area')],
    rows: bare.map(({ name, orgName, areaName }) => [name, orgName, areaName]),
  },
]
