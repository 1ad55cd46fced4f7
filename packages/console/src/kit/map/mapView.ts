import type { Bbox, LngLat } from '@muster/contract'
import type { LngLatBounds, Map as LibreMap } from 'maplibre-gl'
import type { MapPlace } from './mapHandle.ts'

/** What a map shows, within the world: its copies east and west are none. */
export function viewOf(map: LibreMap): { bbox: Bbox; zoom: number; place: MapPlace } {
  const bounds: LngLatBounds = map.getBounds()
  const { lng, lat } = map.getCenter()
  const bbox = {
    west: Math.max(-180, bounds.getWest()),
    south: Math.max(-90, bounds.getSouth()),
    east: Math.min(180, bounds.getEast()),
    north: Math.min(90, bounds.getNorth()),
  }
  return { bbox, zoom: map.getZoom(), place: { center: [lng, lat], zoom: map.getZoom() } }
}

/** A place in degrees that is on the earth: beside it maps show copies. */
export const withinWorld = ({ lng, lat }: { lng: number; lat: number }): LngLat => [
  Math.max(-180, Math.min(180, lng)),
  Math.max(-90, Math.min(90, lat)),
]
