import { figureDocuments, mapLevels, type MapLevel, mapStat, type TextKey } from '@muster/contract'
import { usePage } from '../../../kit/page/page.ts'
import type { Query } from '../../../platform/address.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { filterOf } from '../page/stat.ts'
import { StatPage } from '../page/StatPage.tsx'
import { AreaBlocks, dayOf, levelOf } from './AreaBlocks.tsx'
import { PlaceBlocks } from './PlaceBlocks.tsx'
import { type AreaMetric, areaMetrics, metricTexts } from './shades.ts'
import { SignalBlocks } from './SignalBlocks.tsx'
import { StationBlocks } from './StationBlocks.tsx'

/** What the map may show; the first are figures of areas. */
const metrics = {
  ...metricTexts,
  places: 'stat.map.metric.places',
  stations: 'stat.map.metric.stations',
  signal: 'stat.map.metric.signal',
} as const satisfies Readonly<Record<string, TextKey>>
type Metric = keyof typeof metrics

const isMetric = (metric: string): metric is Metric => metric in metrics
const metricOf = ({ metric = '' }: Query): Metric => (isMetric(metric) ? metric : 'terminals')
const areaMetricOf = (metric: Metric): AreaMetric | undefined =>
  areaMetrics.find((one) => one === metric)

const levels: Readonly<Record<MapLevel, TextKey>> = {
  country: 'stat.map.level.country',
  province: 'stat.map.level.province',
  city: 'stat.map.level.city',
}

/** STATISTICS_MAP: figures where terminals stand. */
export function MapStat() {
  const { query } = usePage()
  const day = dayOf(query)
  const asked = { ...filterOf(query), level: levelOf(query), ...(day && { day }) }
  return (
    <StatPage
      title="stat.map"
      permission={mapStat.area.permission}
      filters={<MapChoices />}
      document={{ title: 'stat.map', call: figureDocuments.map, query: asked }}
    >
      <MapBlocks />
    </StatPage>
  )
}

function MapBlocks() {
  const { query } = usePage()
  const metric = metricOf(query)
  const ofAreas = areaMetricOf(metric)
  // Another kind of areas is another map, which looks for its own place.
  if (ofAreas) return <AreaBlocks key={levelOf(query)} metric={ofAreas} />
  if (metric === 'stations') return <StationBlocks />
  return metric === 'signal' ? <SignalBlocks /> : <PlaceBlocks />
}

function MapChoices() {
  const { query, setQuery } = usePage()
  const metric = metricOf(query)
  return (
    <>
      <ChoiceInput
        label={t('stat.map.metric')}
        options={texts(metrics)}
        value={metric}
        onChoose={(next) => setQuery({ ...query, metric: next })}
      />
      {areaMetricOf(metric) && (
        <ChoiceInput
          label={t('stat.map.level')}
          options={Object.fromEntries(mapLevels.map((level) => [level, t(levels[level])]))}
          value={levelOf(query)}
          onChoose={(level) => setQuery({ ...query, level })}
        />
      )}
    </>
  )
}
