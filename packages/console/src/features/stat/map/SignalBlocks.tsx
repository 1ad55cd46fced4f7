import {
  type Filter,
  mapStat,
  nearestCity,
  type ReplyOf,
  type SignalSquare,
  weakSignal,
  writeArea,
  writeBbox,
} from '@muster/contract'
import { cornersOf } from '../../../kit/map/bbox.ts'
import { cityName } from '../../../kit/map/cityName.ts'
import { signalShade, signalSteps } from '../../../kit/map/signalShade.ts'
import { usePage } from '../../../kit/page/page.ts'
import { navigate, type Query } from '../../../platform/address.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Block } from '../page/Block.tsx'
import type { Figures } from '../page/figures.ts'
import { FigureTable } from '../page/FigureTable.tsx'
import { filterOf, useDeviceLink, useFigures } from '../page/stat.ts'
import classes from './map.module.css'
import { countText, ShadeLegend, StatMap } from './StatMap.tsx'
import { useView } from './useView.ts'

type Signal = ReplyOf<typeof mapStat.signal>
type Linked = (square: SignalSquare, tree: Filter) => string | undefined

const heard: Filter = { field: 'signal', op: 'atLeast', values: ['0'] }
const weak: Filter = { field: 'signal', op: 'atMost', values: [String(weakSignal - 1)] }

/** How well terminals hear, by squares of what the map shows. */
export function SignalBlocks() {
  const { query } = usePage()
  const filter = filterOf(query)
  const { view, setView } = useView()
  const { bbox, zoom } = view
  const read = useFigures(mapStat.signal, { query: { ...filter, bbox: writeBbox(bbox), zoom } })
  const link = useDeviceLink(filter)
  const linkOf: Linked = (square, tree) => {
    const area: Query = { area: writeArea(cornersOf(square)) }
    return link(area, tree)
  }
  const figures = (data: Signal) => figuresOf(data, linkOf)
  const title = t('stat.map.metric.signal')
  return (
    <>
      <Block title={title} name="map-signal" wide="two" read={read} figures={figures}>
        {({ squares }) => (
          <div className={classes.column}>
            <StatMap
              label={title}
              around={3}
              marks={squares.map((square) => markOf(square, linkOf))}
              tinted={squares.map(signalShade)}
              onView={setView}
            />
            <ShadeLegend
              title={title}
              steps={signalSteps.map((step, place) => ({ ...step, text: stepText(place) }))}
            />
          </div>
        )}
      </Block>
      <Block
        title={t('stat.map.bySquare')}
        name="signal-by-square"
        read={read}
        tools={null}
        empty={({ squares }) => (squares.length === 0 ? 'stat.map.noSignal' : null)}
      >
        {(data) => <FigureTable figures={figures(data)} title={title} />}
      </Block>
    </>
  )
}

function stepText(place: number): string {
  const percent = (value: number) => t('stat.percent', { value: formatNumber(value) })
  const least = signalSteps[place]?.least ?? 0
  const above = signalSteps[place - 1]?.least
  return above === undefined
    ? t('stat.orMore', { least: percent(least) })
    : t('stat.map.below', { most: percent(above) })
}

const middleOf = ({ west, south, east, north }: SignalSquare) =>
  [(west + east) / 2, (south + north) / 2] as const
const nearOf = (square: SignalSquare) => cityName(nearestCity(middleOf(square)).city)

/** The weakest first: these are looked for. */
function figuresOf({ squares }: Signal, linkOf: Linked): Figures {
  const sorted = squares.toSorted((one, other) => one.signal - other.signal)
  return {
    columns: [
      t('location.near'),
      t('stat.map.meanSignal'),
      t('stat.map.weak'),
      t('workbench.terminals'),
    ],
    rows: sorted.map((square) => [nearOf(square), square.signal, square.weak, square.told]),
    links: sorted.map((square) => [
      undefined,
      undefined,
      square.weak > 0 ? linkOf(square, weak) : undefined,
      linkOf(square, heard),
    ]),
  }
}

function markOf(square: SignalSquare, linkOf: Linked) {
  const href = linkOf(square, heard)
  const signal = t('stat.percent', { value: formatNumber(Math.round(square.signal)) })
  return {
    key: `${square.west} ${square.south}`,
    at: middleOf(square),
    kind: 'label' as const,
    text: signal,
    label: t('stat.map.squareMark', {
      place: nearOf(square),
      signal,
      terminals: countText(square.told),
    }),
    ...(href && { onPress: () => navigate(href.slice(1)) }),
  }
}
