import type { MapArea } from '@muster/contract'
import type { Mark } from '../../../kit/map/Marks.tsx'
import { navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { countText, StatMap } from './StatMap.tsx'

interface PlacedMapProps {
  readonly areas: readonly MapArea[]
  /** Where the terminals of an area are listed; undefined: not for this user. */
  readonly hrefOf: (areaId: string) => string | undefined
  readonly className: string | undefined
}

/** Degrees around the areas that it shows at first. */
const around = 1

/** How many terminals stand where, and where some have alarms. */
export function PlacedMap({ areas, hrefOf, className }: PlacedMapProps) {
  return (
    <StatMap
      label={t('workbench.map')}
      marks={areas.flatMap((area) => markOf(area, hrefOf(area.areaId)))}
      around={around}
      {...(className !== undefined && { className })}
    />
  )
}

function markOf(area: MapArea, href: string | undefined): readonly Mark[] {
  const { areaId, name, at, terminals, alarmed } = area
  if (!at) return []
  const parts = { area: name, terminals: countText(terminals), alarmed: countText(alarmed) }
  return [
    {
      key: areaId,
      at: [at.longitude, at.latitude],
      kind: 'cluster',
      count: Math.max(10, terminals),
      text: countText(terminals),
      tone: alarmed > 0 ? 'bad' : 'mixed',
      label: t(alarmed > 0 ? 'workbench.map.alarmed' : 'workbench.map.mark', parts),
      ...(href && { onPress: () => navigate(href.slice(1)) }),
    },
  ]
}
