import { mapStat, writeBbox } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Tinted } from '../../../kit/map/mapHandle.ts'
import type { View } from '../../../kit/map/MapView.tsx'
import { useLayerSwitch } from '../../../kit/map/useLayerSwitch.ts'
import { signalShade } from '../../../kit/map/signalShade.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import type { MapKind } from './locationColumns.tsx'

/** What of a list's search the squares of signals know. */
const known: ReadonlySet<string> = new Set(['orgId', 'vendorId', 'modelId', 'located'])

interface Signal {
  /** Whether this reader may see it under these filters. */
  readonly isOffered: boolean
  readonly isShown: boolean
  readonly setShown: (isShown: boolean) => void
  readonly tinted: readonly Tinted[]
}

/** How well terminals hear, below the marks of a map; the shifted map of China has no squares for it. */
export function useSignal(
  view: View | null,
  map: MapKind,
  sought: Readonly<Record<string, string>>,
): Signal {
  const { active } = usePage()
  const [isWished, setShown] = useLayerSwitch('signal')
  const isAllowed = useCan(mapStat.signal.permission)
  const isOffered =
    isAllowed && map === 'world' && Object.keys(sought).every((name) => known.has(name))
  const isShown = isOffered && isWished && view !== null
  const { located: _, ...filter } = sought
  const { data } = useQuery({
    ...query(mapStat.signal, {
      query: {
        ...filter,
        bbox: view ? writeBbox(view.bbox) : '',
        zoom: Math.floor(view?.zoom ?? 0),
      },
    }),
    placeholderData: keepPreviousData,
    subscribed: active,
    enabled: isShown,
  })
  const tinted = isShown ? (data?.squares ?? []).map(signalShade) : []
  return { isOffered, isShown: isWished, setShown, tinted }
}

export const SignalButton = ({ signal }: { readonly signal: Signal }) =>
  signal.isOffered && (
    <Button
      variant={signal.isShown ? 'filled' : 'default'}
      size="xs"
      aria-pressed={signal.isShown}
      onClick={() => signal.setShown(!signal.isShown)}
    >
      {t('stat.map.metric.signal')}
    </Button>
  )
