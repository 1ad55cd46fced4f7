import { type MapStation, mapStat, type ReplyOf, stations } from '@muster/contract'
import type { Mark } from '../../../kit/map/Marks.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { useCan } from '../../../kit/session.ts'
import { addressText, navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { Block } from '../page/Block.tsx'
import { Facts } from '../page/Facts.tsx'
import type { Figures } from '../page/figures.ts'
import { FigureTable } from '../page/FigureTable.tsx'
import { filterOf, useDeviceLink, useFigures } from '../page/stat.ts'
import classes from './map.module.css'
import { countText, ShadeLegend, StatMap } from './StatMap.tsx'

type Fences = ReplyOf<typeof mapStat.fence>

/** Stations whose terminals have left their fence, and stations that have none. */
export function StationBlocks() {
  const { query } = usePage()
  const filter = filterOf(query)
  const read = useFigures(mapStat.fence, { query: filter })
  const link = useDeviceLink(filter)
  const maySee = useCan(stations.page.permission)
  const bareLink = maySee
    ? `#${addressText({
        path: '/device/station',
        query: { hasDevices: '0', ...(filter.orgId && { orgId: filter.orgId }) },
      })}`
    : undefined
  const outsideLink = (station?: MapStation) =>
    link({ fence: 'OUT', ...(station && { stationId: station.stationId }) })
  const left = ({ left: list }: Fences): Figures => ({
    columns: [t('stat.map.station'), t('device.organization'), t('stat.map.outside')],
    rows: list.map(({ name, orgName, outside }) => [name, orgName, outside]),
    hrefs: list.map((station) => outsideLink(station)),
  })
  const bare = ({ bare: list }: Fences): Figures => ({
    columns: [t('stat.map.station'), t('device.organization'), t('stat.map.area')],
    rows: list.map(({ name, orgName, areaName }) => [name, orgName, areaName]),
  })
  return (
    <>
      <Block title={t('stat.map.metric.stations')} name="map-stations" wide="two" read={read}>
        {(data) => <StationMap data={data} linkOf={outsideLink} />}
      </Block>
      <Block title={t('stat.map.coverage')} name="outside-of-fence" read={read} figures={left}>
        {(data) => (
          <>
            <Facts
              facts={[
                {
                  value: countText(data.outside),
                  text: t('stat.map.outsideText'),
                  href: data.outside > 0 ? outsideLink() : undefined,
                },
                {
                  value: countText(data.empty),
                  text: t('stat.map.emptyText'),
                  href: data.empty > 0 ? bareLink : undefined,
                },
              ]}
            />
            {data.outside === 0 ? (
              <p className={classes.hint}>{t('stat.map.nobodyOutside')}</p>
            ) : (
              <FigureTable figures={left(data)} title={t('stat.map.left')} />
            )}
          </>
        )}
      </Block>
      <Block
        title={t('stat.map.bare')}
        name="stations-without-terminals"
        wide="all"
        read={read}
        figures={bare}
        empty={({ empty }) => (empty === 0 ? 'stat.map.noneBare' : null)}
      >
        {(data) => <FigureTable figures={bare(data)} title={t('stat.map.bare')} />}
      </Block>
    </>
  )
}

interface StationMapProps {
  readonly data: Fences
  readonly linkOf: (station: MapStation) => string | undefined
}

function StationMap({ data: { left, bare }, linkOf }: StationMapProps) {
  const placed = (list: readonly MapStation[], markOf: (station: MapStation) => Partial<Mark>) =>
    list.flatMap((station): Mark[] => {
      const { stationId, latitude, longitude, name } = station
      if (latitude === null || longitude === null) return []
      const plain = { key: stationId, at: [longitude, latitude], kind: 'dot', label: name } as const
      return [{ ...plain, ...markOf(station) }]
    })
  const marks = [
    ...placed(bare, ({ name }) => ({
      tone: 'away',
      label: t('stat.map.bareMark', { station: name }),
    })),
    ...placed(left, (station) => {
      const href = linkOf(station)
      return {
        kind: 'cluster',
        count: station.outside,
        tone: 'bad',
        label: t('stat.map.leftMark', { station: station.name, count: countText(station.outside) }),
        ...(href && { onPress: () => navigate(href.slice(1)) }),
      }
    }),
  ]
  return (
    <div className={classes.column}>
      <StatMap label={t('stat.map.metric.stations')} marks={marks} around={1} />
      <ShadeLegend
        title={t('stat.map.metric.stations')}
        steps={[
          { tone: 'bad', strength: 1, text: t('stat.map.outside') },
          { tone: 'away', strength: 1, text: t('stat.map.bare') },
        ]}
      />
    </div>
  )
}
