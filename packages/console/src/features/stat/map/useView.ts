import { useState } from 'react'
import { wholeWorld } from '../../../kit/map/bbox.ts'
import type { View } from '../../../kit/map/MapView.tsx'

/** What of the world a map shows, as it asks for figures: all of it before it is drawn, or where it is not. */
export function useView() {
  const [view, setView] = useState<View>(wholeWorld)
  return { view: { ...view, zoom: Math.floor(view.zoom) }, setView }
}
