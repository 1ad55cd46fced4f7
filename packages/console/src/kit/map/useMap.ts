import { type RefObject, useEffect, useState } from 'react'
import type { MapHandle, MapPlace } from './mapHandle.ts'

const load = () => import('./mapLibre.ts').then(({ openMap }) => openMap)

interface MapAsked {
  readonly label: string
  readonly styleUrl: string | null
  /** Where it begins. */
  readonly place: { readonly current: MapPlace }
}

/** Draws a map into an element; null until it is drawn, `none` where the browser cannot. */
export function useMap(
  canvas: RefObject<HTMLElement | null>,
  { label, styleUrl, place }: MapAsked,
): MapHandle | 'none' | null {
  const [map, setMap] = useState<MapHandle | 'none' | null>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    let isGone = false
    let opened: MapHandle | null = null
    load()
      .then((openMap) => (isGone ? null : openMap(element, { label, at: place.current, styleUrl })))
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
  }, [canvas, label, styleUrl, place])
  return map
}
