import { useEffect, useState } from 'react'

/** Milliseconds that a card's skeleton shows (product spec, section 9). */
const skeletonLasts = 500

/**
 * Whether a card shows its skeleton: while there is nothing to show, and from its first drawing no
 * shorter than the spec says. A card whose figures are there already shows them at once.
 */
export function useSkeleton(isThere: boolean): boolean {
  const [isLongEnough, setLongEnough] = useState(isThere)
  useEffect(() => {
    if (isLongEnough) return undefined
    const timer = setTimeout(() => setLongEnough(true), skeletonLasts)
    return () => clearTimeout(timer)
  }, [isLongEnough])
  return !(isThere && isLongEnough)
}
