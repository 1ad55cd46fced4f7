import {
  type LocationCluster,
  mapStat,
  nearestCity,
  type ReplyOf,
  writeArea,
  writeBbox,
} from '@muster/contract'
import { cornersOf } from '../../../kit/map/bbox.ts'
import { cityName } from '../../../kit/map/cityName.ts'
import type { Mark } from '../../../kit/map/Marks.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { navigate } from '../../../platform/address.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { devicePath } from '../../device/index.ts'
import { Block } from '../page/Block.tsx'
import { Facts } from '../page/Facts.tsx'
import type { Figures } from '../page/figures.ts'
import { FigureTable } from '../page/FigureTable.tsx'
import { filterOf, useDeviceLink, useFigures } from '../page/stat.ts'
import classes from './map.module.css'
import { countText, StatMap } from './StatMap.tsx'
import { useView } from './useView.ts'

type Clusters = ReplyOf<typeof mapStat.cluster>

/** Where terminals are, as the map of locations shows them: one mark for those that lie close together. */
export function PlaceBlocks() {
  const { query } = usePage()
  const filter = filterOf(query)
  const { view, setView } = useView()
  const { bbox, zoom } = view
  const read = useFigures(mapStat.cluster, { query: { ...filter, bbox: writeBbox(bbox), zoom } })
  const link = useDeviceLink(filter)
  const title = t('stat.map.metric.places')
  return (
    <>
      <Block title={title} name="map-places" wide="two" read={read} figures={figuresOf}>
        {({ clusters, capped }) => (
          <div className={classes.column}>
            <StatMap label={title} around={1} marks={clusters.map(markOf)} onView={setView} />
            {capped && <p className={classes.hint}>{t('location.capped')}</p>}
          </div>
        )}
      </Block>
      <Block
        title={t('stat.map.inView')}
        name="places"
        read={read}
        tools={null}
        empty={({ clusters }) => (clusters.length === 0 ? 'workbench.noTerminals' : null)}
      >
        {(data) => (
          <>
            <Facts
              facts={[
                {
                  text: t('workbench.terminals'),
                  value: countText(data.clusters.reduce((sum, { count }) => sum + count, 0)),
                  href: link({ area: writeArea(cornersOf(bbox)) }),
                },
              ]}
            />
            <FigureTable figures={figuresOf(data)} title={title} />
          </>
        )}
      </Block>
    </>
  )
}

const nearOf = ({ longitude, latitude }: LocationCluster) =>
  cityName(nearestCity([longitude, latitude]).city)

/** The largest first. */
function figuresOf({ clusters }: Clusters): Figures {
  const sorted = clusters.toSorted((one, other) => other.count - one.count)
  return {
    columns: [t('location.near'), t('workbench.terminals'), t('stat.map.metric.online')],
    rows: sorted.map((cluster) => [nearOf(cluster), cluster.count, cluster.online]),
  }
}

function markOf(cluster: LocationCluster): Mark {
  const { longitude, latitude, count, online, device } = cluster
  const at = [longitude, latitude] as const
  const tone = online === null || (online > 0 && online < count) ? 'mixed' : online ? 'ok' : 'away'
  if (device)
    return {
      key: device.id,
      at,
      kind: 'dot',
      tone,
      label: device.sn,
      onPress: () => navigate(devicePath(device.id, 'location')),
    }
  return {
    key: at.join(),
    at,
    kind: 'cluster',
    count,
    tone,
    label: t('stat.map.clusterMark', { place: nearOf(cluster), count: formatNumber(count) }),
  }
}
