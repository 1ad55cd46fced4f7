import type { LocationCluster } from '@muster/contract'
import { type Heat, heatOf } from '../../../kit/map/heat.ts'
import { useLayerSwitch } from '../../../kit/map/useLayerSwitch.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { type MapKind, placeOf, shownBy } from './locationColumns.tsx'

interface HeatMap {
  readonly isShown: boolean
  readonly setShown: (isShown: boolean) => void
  readonly heat: readonly Heat[]
  /** The marks that stay: where it glows, many terminals have none. */
  readonly marked: readonly LocationCluster[]
}

/** Where terminals are many, as a glow in place of the marks of many. */
export function useHeat(clusters: readonly LocationCluster[], map: MapKind): HeatMap {
  const [isShown, setShown] = useLayerSwitch('heat')
  const places = clusters.map((cluster) => ({
    at: shownBy(map, placeOf(cluster)),
    count: cluster.count,
  }))
  return {
    isShown,
    setShown,
    heat: isShown ? heatOf(places) : [],
    marked: isShown ? clusters.filter(({ device }) => device !== null) : clusters,
  }
}

export const HeatButton = ({ heat }: { readonly heat: HeatMap }) => (
  <Button
    variant={heat.isShown ? 'filled' : 'default'}
    size="xs"
    aria-pressed={heat.isShown}
    onClick={() => heat.setShown(!heat.isShown)}
  >
    {t('location.heat')}
  </Button>
)
