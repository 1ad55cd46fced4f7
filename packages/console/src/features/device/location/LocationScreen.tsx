import {
  type LngLat,
  type Location,
  type LocationCluster,
  commandPermissions,
  locations,
  models,
  organizations,
  readArea,
  stations,
  vendors,
  writeArea,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { type List, useList } from '../../../kit/list/useList.ts'
import { bboxOf, cornersOf, wholeWorld } from '../../../kit/map/bbox.ts'
import type { Drawing } from '../../../kit/map/Drawn.tsx'
import { fromGcj02 } from '../../../kit/map/gcj02.ts'
import { MapView, type View } from '../../../kit/map/MapView.tsx'
import type { Mark } from '../../../kit/map/Marks.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { navigate } from '../../../platform/address.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { countOf, useOfferAll, useOfferSelection } from '../../../ui/table/useSelection.ts'
import { devicePath, lifecycleTexts, presenceTexts } from '../facts/deviceTexts.ts'
import { ManyDialogs } from '../command/ManyDialogs.tsx'
import { useManyDialogs } from '../command/useManyDialogs.ts'
import { CommandChosen, MoreCommands } from '../list/CommandChosen.tsx'
import { areaFilter, searched } from '../list/DeviceFilters.tsx'
import { useRefresh } from '../useRefresh.ts'
import { LocationPanel } from './LocationPanel.tsx'
import { columnsOf, type MapKind, placeOf, shownBy } from './locationColumns.tsx'
import classes from './location.module.css'
import { MapWords } from './MapWords.tsx'
import { HeatButton, useHeat } from './useHeat.tsx'
import { toneOf, useClusters } from './useClusters.ts'
import { SignalButton, useSignal } from './useSignal.tsx'

/** LOCATION: where terminals are. */
export const LocationScreen = () => <Locations map="world" />

/** LOCATION_ZH: the same on maps of China, which shift what they show. */
export const ChinaLocationScreen = () => <Locations map="china" />

const columns = { world: columnsOf('world'), china: columnsOf('china') }

const fields = {
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  modelId: { label: 'device.model', of: models },
  presence: { label: 'device.presence', options: presenceTexts },
  lifecycle: { label: 'device.lifecycle', options: lifecycleTexts },
  sn: 'device.snPrefix',
  vendorId: { label: 'device.vendor', of: vendors },
  stationId: { label: 'device.station', of: stations },
  fence: { label: 'device.fence', options: { OUT: 'device.fence.OUT', IN: 'device.fence.IN' } },
} as const

/** Only those that have said where they are; acts on all that match must know it, too. */
const start = { fixed: { located: '1' } }

function Locations({ map }: { readonly map: MapKind }) {
  const list = useList(locations, start)
  const many = useManyDialogs()
  const [opened, setOpened] = useState<Location | null>(null)
  const mayOpen = useCan(
    map === 'china' ? locations.trackZh.permission : locations.track.permission,
  )
  const mayCommand = useCan(Object.values(commandPermissions))
  useOfferSelection(list, mayCommand)
  useOfferAll(list, mayCommand)
  useRefresh(locations.page.path)
  useRefresh(locations.cluster.path)
  const { area } = list.state.filter
  return (
    <Screen title={map === 'china' ? 'location.titleZh' : 'location.title'}>
      <Filters list={list} keyword={searched} fields={{ ...fields, area: areaFilter(area) }} />
      {!list.isForbidden && <LocationMap map={map} list={list} />}
      {opened && (
        <LocationPanel
          key={opened.id}
          deviceId={opened.id}
          sn={opened.sn}
          map={map}
          close={() => setOpened(null)}
        />
      )}
      <ActionLine
        list={list}
        columns={columns[map]}
        chosen={
          <>
            {countOf(list) > 0 && <CommandChosen list={list} dialogs={many} />}
            {countOf(list) > 0 && <MoreCommands list={list} dialogs={many} />}
          </>
        }
      >
        <ExportButton list={list} columns={columns[map]} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns[map]}
        emptyText="location.emptyList"
        actionsWidth={140}
        {...(mayOpen && {
          actions: (row: Location) => (
            <Button variant="subtle" size="compact-xs" onClick={() => setOpened(row)}>
              {t('location.track')}
            </Button>
          ),
        })}
      />
      <ManyDialogs dialogs={many} list={list} />
    </Screen>
  )
}

interface LocationMapProps {
  readonly map: MapKind
  readonly list: List<Location>
}

/** The map over the list: what the list is filtered by is what it shows, and an area drawn on it filters the list. */
function LocationMap({ map, list }: LocationMapProps) {
  const { active } = usePage()
  const [view, setView] = useState<View | null>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [goal, setGoal] = useState<View['bbox'] | null>(null)
  const style = useQuery({ ...query(locations.style, {}), staleTime: Infinity, subscribed: active })
  const { area, ...others } = list.sought
  const whole = useClusters(wholeWorld, map, others)
  const { data } = useClusters(view, map, others)
  const signal = useSignal(view, map, others)
  const home = bboxOf((whole.data?.clusters ?? []).map((mark) => shownBy(map, placeOf(mark))))
  const [firstHome, setFirstHome] = useState<View['bbox'] | null>(null)
  if (!firstHome && home) setFirstHome(home)
  const setArea = (corners: readonly LngLat[] | null) => {
    setDrawing(null)
    if (!corners) return
    const drawn = map === 'china' ? corners.map(fromGcj02) : corners
    list.change({ filter: { ...list.state.filter, area: writeArea(drawn) } })
  }
  const corners = area ? (readArea(area) ?? []).map((corner) => shownBy(map, corner)) : []
  const heat = useHeat(data?.clusters ?? [], map)
  const marks = heat.marked.map((cluster) =>
    markOf(cluster, map, () => setGoal(around(cluster, view, map))),
  )
  return (
    <>
      <div className={classes.tools}>
        <Button
          variant={drawing === 'rectangle' ? 'filled' : 'default'}
          size="xs"
          aria-pressed={drawing === 'rectangle'}
          onClick={() => setDrawing(drawing === 'rectangle' ? null : 'rectangle')}
        >
          {t('location.drawRectangle')}
        </Button>
        <Button
          variant={drawing === 'polygon' ? 'filled' : 'default'}
          size="xs"
          aria-pressed={drawing === 'polygon'}
          onClick={() => setDrawing(drawing === 'polygon' ? null : 'polygon')}
        >
          {t('location.drawPolygon')}
        </Button>
        {view && (
          <Button variant="default" size="xs" onClick={() => setArea(cornersOf(view.bbox))}>
            {t('location.viewAsArea')}
          </Button>
        )}
        <HeatButton heat={heat} />
        <SignalButton signal={signal} />
        {home && (
          <Button variant="default" size="xs" onClick={() => setGoal({ ...home })}>
            {t('location.fitAll')}
          </Button>
        )}
      </div>
      {style.data && (
        <MapView
          className={classes.big}
          label={t('location.map')}
          styleUrl={style.data.url}
          service={map === 'china' ? 'china' : 'global'}
          marks={marks}
          shapes={{
            lines: [],
            areas: corners.length > 2 ? [corners] : [],
            tinted: signal.tinted,
            heat: heat.heat,
          }}
          fit={goal ?? firstHome}
          drawing={drawing}
          onDrawn={setArea}
          onView={setView}
        />
      )}
      {data?.capped && <p className={classes.warning}>{t('location.capped')}</p>}
      <MapWords hasArea={corners.length > 0} />
    </>
  )
}

function markOf(cluster: LocationCluster, map: MapKind, zoomIn: () => void): Mark {
  const at = shownBy(map, placeOf(cluster))
  const { device, count, online } = cluster
  if (device) {
    const presence = t(presenceTexts[device.presence])
    return {
      key: device.id,
      at,
      kind: 'dot',
      tone: toneOf(cluster),
      label: t('location.deviceMark', { sn: device.sn, presence }),
      onPress: () => navigate(devicePath(device.id, 'location')),
    }
  }
  const words = { count: formatNumber(count), online: formatNumber(online) }
  return {
    key: at.join(),
    at,
    kind: 'cluster',
    count,
    tone: toneOf(cluster),
    label: online === null ? t('location.clusterPlain', words) : t('location.cluster', words),
    onPress: zoomIn,
  }
}

/** A quarter of what is seen, around a mark. */
function around(cluster: LocationCluster, view: View | null, map: MapKind): View['bbox'] {
  const { west, east, south, north } = (view ?? wholeWorld).bbox
  const [longitude, latitude] = shownBy(map, placeOf(cluster))
  const [width, height] = [(east - west) / 10, (north - south) / 10]
  return {
    west: longitude - width,
    east: longitude + width,
    south: latitude - height,
    north: latitude + height,
  }
}
