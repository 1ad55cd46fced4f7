import type { LngLat } from '@muster/contract'
import { act, waitFor } from '@testing-library/react'
import type { MapHandle, Shapes } from '../src/kit/map/mapHandle.ts'

/** A map that draws nothing: ten pixels a degree, the equator at the top. */
export function fakeMap() {
  const clicks = new Set<(at: LngLat, pixels: readonly [number, number]) => void>()
  const ends = new Set<() => void>()
  let shapes: Shapes = { lines: [], areas: [] }
  const project = ([lng, lat]: LngLat) => [lng * 10, -lat * 10] as const
  const follow = <T>(set: Set<T>, one: T) => {
    set.add(one)
    return () => void set.delete(one)
  }
  const handle: MapHandle = {
    labels: [],
    project,
    view: () => ({
      bbox: { west: 40, south: 28, east: 50, north: 38 },
      zoom: 5.4,
      place: { center: [45, 33], zoom: 5.4 },
    }),
    onMove: () => () => undefined,
    onMoveEnd: (callback) => follow(ends, callback),
    onClick: (callback) => follow(clicks, callback),
    onPointer: () => () => undefined,
    zoomBy: () => undefined,
    show: () => undefined,
    fit: () => undefined,
    setShapes: (next) => (shapes = next),
    close: () => undefined,
  }
  return {
    handle,
    shapes: () => shapes,
    /** A press on the map itself, once somebody listens: that is a moment after the map is there. */
    click: async (at: LngLat) => {
      await waitFor(() => {
        if (clicks.size === 0) throw new Error('Nobody listens to presses on the map.')
      })
      act(() => {
        for (const callback of clicks) callback(at, project(at))
      })
    },
  }
}
