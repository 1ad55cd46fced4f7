import { type RefObject, useEffect, useState } from 'react'
import type { MapService, ServiceKeys } from '../../platform/mapKeys.ts'
import type { MapHandle, MapPlace } from './mapHandle.ts'

const load = () => import('./mapLibre.ts').then(({ openMap }) => openMap)

interface MapAsked {
  readonly label: string
  readonly styleUrl: string | null
  readonly service: MapService | 'own'
  /** With a key the service's map stands in place of our own. */
  readonly keys: ServiceKeys | null
  /** Where it begins. */
  readonly place: { readonly current: MapPlace }
}

interface DrawnMap {
  /** Null until it is drawn, `none` where the browser cannot. */
  readonly map: MapHandle | 'none' | null
  /** Whether it is a provider's; `refused` where that would not draw, and another stands in its place. */
  readonly provided: boolean | 'refused'
}

/** Draws a map into an element. */
export function useMap(
  canvas: RefObject<HTMLElement | null>,
  { label, styleUrl, service, keys, place }: MapAsked,
): DrawnMap {
  const [map, setMap] = useState<MapHandle | 'none' | null>(null)
  const [refused, setRefused] = useState<ServiceKeys | null>(null)
  // Other keys are another attempt.
  const isRefused = keys !== null && refused === keys
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    let isGone = false
    let opened: MapHandle | null = null
    load()
      .then((openMap) =>
        isGone
          ? null
          : openMap(element, {
              label,
              at: place.current,
              styleUrl,
              provider: isRefused || !keys || service === 'own' ? null : { service, keys },
              refused: () => setRefused(keys),
            }),
      )
      .then((handle) => {
        if (isGone) handle?.close()
        else if (handle) setMap((opened = handle))
      })
      .catch(() => !isGone && setMap('none'))
    return () => {
      isGone = true
      opened?.close()
      setMap(null)
    }
  }, [canvas, label, styleUrl, service, keys, isRefused, place])
  return { map, provided: isRefused ? 'refused' : keys !== null }
}
