import { useState } from 'react'
import { storage } from '../../platform/storage.ts'

const keyOf = (layer: string) => `muster.map.${layer}`

/** Whether the reader wants to see a layer of a map: this browser remembers it. */
export function useLayerSwitch(layer: string): readonly [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(() => storage.getItem(keyOf(layer)) === '1')
  const change = (next: boolean) => {
    setShown(next)
    try {
      if (next) storage.setItem(keyOf(layer), '1')
      else storage.removeItem(keyOf(layer))
    } catch {
      // A full store costs one press more the next time.
    }
  }
  return [isShown, change]
}
