import { useEffect, useRef, useState } from 'react'
import { cityName } from './cityName.ts'
import classes from './map.module.css'
import type { Label, MapHandle } from './mapHandle.ts'
import { withoutOverlap } from './placeLabels.ts'
import { regionName } from './regionName.ts'
import { usePlaced } from './usePlaced.ts'

/** Names on a map at once. */
const mostLabels = 60

/** The names of countries and cities, in the reader's language and the console's own type. */
export function Labels({ map }: { readonly map: MapHandle }) {
  const layer = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState<readonly Label[]>([])
  useEffect(() => {
    const choose = () => setNear(chosenOf(map))
    choose()
    return map.onMoveEnd(choose)
  }, [map])
  usePlaced(
    map,
    layer,
    near.map(({ at }) => at),
  )
  return (
    <div ref={layer} className={classes.layer} dir="ltr" aria-hidden="true">
      {near.map((label) => (
        <span
          key={label.region ?? label.city?.en}
          className={classes.label}
          data-kind={label.region ? 'country' : 'city'}
        >
          <bdi>{textOf(label)}</bdi>
        </span>
      ))}
    </div>
  )
}

const textOf = ({ region, city }: Label): string =>
  region ? (regionName(region) ?? '') : city ? cityName({ name: city }) : ''

/** Pixels that a name takes, as far as a guess can tell. */
const widthOf = (text: string) => 7 * text.length
const lineHeight = 18

function chosenOf(map: MapHandle): readonly Label[] {
  const { zoom, bbox } = map.view()
  const seen = map.labels.filter(
    ({ at: [lng, lat], zoom: from }) =>
      from <= zoom && lng > bbox.west && lng < bbox.east && lat > bbox.south && lat < bbox.north,
  )
  const placed = seen.map((label) => {
    const [x, y] = map.project(label.at)
    const width = widthOf(textOf(label))
    return { x: x + width / 2, y: y + lineHeight / 2, width, height: lineHeight }
  })
  const shown = withoutOverlap(placed, mostLabels)
  return seen.filter((_, index) => shown.has(index))
}
