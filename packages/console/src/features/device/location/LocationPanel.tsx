import { type FencedTrack, type LngLat, type Location, locations } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localMinute, momentOf } from '../../../kit/dates/moments.ts'
import { DayInput } from '../../../kit/dates/DayInput.tsx'
import { download } from '../../../kit/download/download.ts'
import { CallError } from '../../../kit/callError.ts'
import { bboxOf } from '../../../kit/map/bbox.ts'
import { MapView } from '../../../kit/map/MapView.tsx'
import type { Mark } from '../../../kit/map/Marks.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber, formatTimeOfDay } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from '../detail/detail.module.css'
import { type Fact, FactList } from '../detail/FactList.tsx'
import { Panel } from '../detail/Panel.tsx'
import { WideTable } from '../detail/WideTable.tsx'
import { degreesText } from '../facts/degreesText.ts'
import { formatDuration } from '../facts/formatDuration.ts'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import { circleCorners } from '../station/circleCorners.ts'
import own from './location.module.css'
import { type MapKind, Near, placeOf, shownBy } from './locationColumns.tsx'
import { atOf, lengthOf, placeAt, placesOf, type Span, type Stop, stopsOf } from './stops.ts'

interface LocationPanelProps {
  readonly deviceId: string
  readonly sn: string
  readonly map: MapKind
  readonly close?: () => void
}

const dayLength = 86_400_000
const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)

const dayOf = (moment: number) => localMinute(new Date(moment).toISOString()).slice(0, 10)

/** Where a terminal is, and its way through a day. */
export function LocationPanel(props: LocationPanelProps) {
  return (
    <div className={classes.column}>
      <WherePanel {...props} />
      <TrackPanel {...props} />
    </div>
  )
}

/** Where it is by its latest report. */
function WherePanel({ deviceId, sn, map, close }: LocationPanelProps) {
  const { active } = usePage()
  const call = map === 'china' ? locations.detailZh : locations.detail
  const params = { deviceId }
  const detail = useQuery({ ...query(call, { params }), subscribed: active })
  const act = useAction(locations)
  return (
    <Panel
      title={t('location.mapOf', { sn })}
      aside={
        <div className={own.tools}>
          <Permitted to={locations.refresh.permission}>
            <Button
              variant="default"
              size="xs"
              onClick={() =>
                void act(locations.refresh, { params }, ({ waitsFor }) =>
                  t(waitsFor === 'APPROVAL' ? 'device.waits.APPROVAL' : 'location.refreshed'),
                )
              }
            >
              {t('location.refresh')}
            </Button>
          </Permitted>
          {close && (
            <Button variant="default" size="xs" onClick={close}>
              {t('kit.close')}
            </Button>
          )}
        </div>
      }
    >
      <Loaded query={detail} permission={call.permission}>
        {(location) =>
          location ? (
            <FactList facts={factsOf(location, map)} />
          ) : (
            <p className={classes.quiet}>{t('location.nowhere')}</p>
          )
        }
      </Loaded>
    </Panel>
  )
}

const factsOf = (location: Location, map: MapKind): readonly Fact[] => [
  {
    key: 'at',
    label: t(map === 'china' ? 'location.coordinatesShifted' : 'location.coordinates'),
    value: <Ltr>{degreesText(shownBy(map, placeOf(location)))}</Ltr>,
  },
  { key: 'near', label: t('location.near'), value: <Near at={placeOf(location)} /> },
  { key: 'source', label: t('location.source'), value: <Ltr>{location.source}</Ltr> },
  { key: 'moved', label: t('location.movedAt'), value: <RelativeTime at={location.movedAt} /> },
  {
    key: 'reported',
    label: t('location.reportedAt'),
    value: <RelativeTime at={location.reportedAt} />,
  },
]

/** Its way through a day. */
function TrackPanel({ deviceId, sn, map }: LocationPanelProps) {
  const { active } = usePage()
  const [opened] = useState(() => Date.now())
  const [day, setDay] = useState(() => dayOf(opened))
  const params = { deviceId }
  const span = { from: momentOf(`${day} 00:00`), until: momentOf(`${addDays(day, 1)} 00:00`) }
  const call = map === 'china' ? locations.trackZh : locations.track
  const track = useQuery({ ...query(call, { params, query: span }), subscribed: active })
  // Panels stay open beyond midnight: it is as late as what is known was asked for.
  const now = Math.max(opened, track.dataUpdatedAt)
  return (
    <Panel
      title={t('location.track')}
      aside={
        <div className={own.tools}>
          <DaySteps day={day} today={dayOf(now)} setDay={setDay} />
          <Permitted to={locations.exportTrack.permission}>
            {(['gpx', 'csv'] as const).map((format) => (
              <Button
                key={format}
                variant="default"
                size="xs"
                onClick={() => saveTrack({ params, query: { ...span, format } })}
              >
                {t(format === 'gpx' ? 'location.exportGpx' : 'location.exportCsv')}
              </Button>
            ))}
          </Permitted>
        </div>
      }
    >
      <Loaded query={track} permission={call.permission}>
        {(known) =>
          placesOf(known).length === 0 ? (
            <p className={classes.quiet}>{t('location.trackEmpty')}</p>
          ) : (
            <TrackOfDay
              key={day}
              sn={sn}
              map={map}
              track={known}
              span={{ from: Date.parse(span.from), until: Date.parse(span.until) }}
              now={now}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

interface DayStepsProps {
  readonly day: string
  readonly today: string
  readonly setDay: (day: string) => void
}

const DaySteps = ({ day, today, setDay }: DayStepsProps) => (
  <>
    <Button variant="default" size="xs" onClick={() => setDay(addDays(day, -1))}>
      {t('location.dayBefore')}
    </Button>
    <DayInput
      label={t('location.day')}
      value={day}
      onChange={(chosen) => chosen && setDay(chosen)}
    />
    <Button
      variant="default"
      size="xs"
      disabled={day >= today}
      onClick={() => setDay(addDays(day, 1))}
    >
      {t('location.dayAfter')}
    </Button>
  </>
)

type TrackFile = Parameters<typeof download<typeof locations.exportTrack>>[1]

function saveTrack(asked: TrackFile): void {
  download(locations.exportTrack, asked).catch((error: unknown) => {
    // The call has told the user; whatever else went wrong is a bug.
    if (!(error instanceof CallError)) throw error
  })
}

interface TrackOfDayProps {
  readonly sn: string
  readonly map: MapKind
  readonly track: FencedTrack
  readonly span: Span
  readonly now: number
}

const minute = 60_000

/** The corners of a fence, in their order. */
const cornersOf = (area: NonNullable<FencedTrack['fence']>['area']): readonly LngLat[] =>
  area.kind === 'CIRCLE'
    ? circleCorners(area.center, area.radius)
    : area.points.map(({ longitude, latitude }): LngLat => [longitude, latitude])

function TrackOfDay({ sn, map, track, span, now }: TrackOfDayProps) {
  const { active } = usePage()
  const style = useQuery({ ...query(locations.style, {}), staleTime: Infinity, subscribed: active })
  const end = Math.max(span.from, Math.min(span.until, now))
  const [moment, setMoment] = useState(end)
  const stops = stopsOf(track, span, now)
  const line = placesOf(track).map((place) => shownBy(map, atOf(place)))
  const fence = track.fence && cornersOf(track.fence.area).map((corner) => shownBy(map, corner))
  const [fit] = useState(() => bboxOf([...line, ...(fence ?? [])]))
  const here = placeAt(track, moment)
  const marks: Mark[] = stops.map((stop) => ({
    key: String(stop.from),
    at: shownBy(map, atOf(stop.place)),
    kind: 'dot',
    tone: 'away',
    label: `${formatTimeOfDay(stop.from)} – ${formatTimeOfDay(stop.until)}`,
    onPress: () => setMoment(stop.from),
  }))
  if (here)
    marks.push({
      key: 'here',
      at: shownBy(map, atOf(here)),
      kind: 'pin',
      label: `${sn}, ${formatTimeOfDay(moment)}`,
    })
  return (
    <>
      {style.data && (
        <MapView
          className={own.small}
          label={t('location.mapOf', { sn })}
          styleUrl={style.data.url}
          service={map === 'china' ? 'china' : 'global'}
          marks={marks}
          shapes={{ lines: line.length > 1 ? [line] : [], areas: fence ? [fence] : [] }}
          fit={fit}
        />
      )}
      <label className={own.slider}>
        <input
          type="range"
          aria-label={t('location.moment')}
          aria-valuetext={formatTimeOfDay(moment)}
          min={span.from}
          max={end}
          step={minute}
          value={moment}
          onChange={({ currentTarget }) => setMoment(Number(currentTarget.value))}
        />
        <output>{formatTimeOfDay(moment)}</output>
      </label>
      <FactList
        facts={[
          {
            key: 'distance',
            label: t('location.distance'),
            value: t('location.kilometres', { count: formatNumber(Math.round(lengthOf(track))) }),
          },
          { key: 'stops', label: t('location.stops'), value: formatNumber(stops.length) },
          ...(track.fence
            ? [
                {
                  key: 'fence',
                  label: t('device.fence'),
                  value: t('location.fenceOf', { name: track.fence.stationName }),
                },
              ]
            : []),
        ]}
      />
      <Stops stops={stops} map={map} show={setMoment} />
    </>
  )
}

interface StopsProps {
  readonly stops: readonly Stop[]
  readonly map: MapKind
  readonly show: (moment: number) => void
}

/** The track as a table: whoever sees no map reads it here. */
function Stops({ stops, map, show }: StopsProps) {
  return (
    <WideTable
      label={t('location.stops')}
      heads={[
        'location.from',
        'location.until',
        'location.duration',
        'location.coordinates',
        'location.near',
      ]}
    >
      {stops.map(({ place, from, until, isOpen }) => (
        <tr key={from}>
          <td>
            <Button variant="subtle" size="compact-xs" onClick={() => show(from)}>
              {formatTimeOfDay(from)}
            </Button>
          </td>
          <td>{isOpen ? t('location.still') : <Time at={new Date(until).toISOString()} />}</td>
          <td>{formatDuration(until - from)}</td>
          <td>
            <Ltr>{degreesText(shownBy(map, atOf(place)))}</Ltr>
          </td>
          <td>
            <Near at={atOf(place)} />
          </td>
        </tr>
      ))}
    </WideTable>
  )
}
