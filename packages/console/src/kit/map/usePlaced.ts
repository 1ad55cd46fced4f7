import type { LngLat } from '@muster/contract'
import { useLayoutEffect } from 'react'
import type { MapHandle } from './mapHandle.ts'

/** Puts the children of an element where their places are, with every picture of the map. */
export function usePlaced(
  map: MapHandle,
  layer: { readonly current: HTMLElement | null },
  places: readonly LngLat[],
): void {
  useLayoutEffect(() => {
    const put = () => {
      for (const [index, child] of [...(layer.current?.children ?? [])].entries()) {
        const at = places[index]
        if (!at || !(child instanceof HTMLElement)) continue
        const [x, y] = map.project(at)
        child.style.translate = `${x}px ${y}px`
      }
    }
    put()
    return map.onMove(put)
  }, [map, layer, places])
}
