import { estateLists, mapStat } from '@muster/contract'
import { type ComponentProps, useState } from 'react'
import { lazyPart } from '../../../../platform/lazyPart.tsx'
import { t } from '../../../../platform/texts.ts'
import { useInViewport } from '../../../../ui/useInViewport.ts'
import { useFigureLink } from '../../page/stat.ts'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import classes from '../workbench.module.css'

const PlacedMap = lazyPart(
  () => import('../../map/PlacedMap.tsx').then((file) => file.PlacedMap),
  () => <div className={classes.map} />,
)

/** Where the terminals stand, by province; each mark leads to its terminals. */
export function MapCard() {
  const { filter } = useBoard()
  const link = useFigureLink()
  const read = useFigures(mapStat.area, { query: { ...filter, level: 'province' } })
  const hrefOf = (areaId: string) => link(estateLists.standing(filter, areaId))
  return (
    <Card
      card="MAP"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ areas }) => (areas.length === 0 ? 'workbench.noPlaces' : null)}
      figures={({ areas }) => ({
        columns: [t('stat.map.area'), t('workbench.terminals'), t('stat.map.metric.alarmed')],
        rows: areas.map(({ name, terminals, alarmed }) => [name, terminals, alarmed]),
        hrefs: areas.map(({ areaId }) => hrefOf(areaId)),
      })}
    >
      {({ areas }) => <SeenMap areas={areas} hrefOf={hrefOf} className={classes.map} />}
    </Card>
  )
}

/** A map is drawn once it is looked at: it is by far the dearest of the cards. */
function SeenMap(props: ComponentProps<typeof PlacedMap>) {
  const { ref, inViewport } = useInViewport()
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  if (inViewport && !isSeen) setSeen(true)
  return <div ref={ref}>{isSeen ? <PlacedMap {...props} /> : <div className={classes.map} />}</div>
}
