import { useEffect, useState } from 'react'

/** Milliseconds that a card's skeleton shows (product spec, section 9). */
const skeletonLasts = 500

/**
 * Whether a card shows its skeleton: from its first drawing until there is something to show, but
 * no shorter than the spec says. A card whose figures are there already shows them at once.
 */
export function useSkeleton(isThere: boolean): boolean {
  const [isShown, setShown] = useState(!isThere)
  const [isLongEnough, setLongEnough] = useState(false)
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(() => setLongEnough(true), skeletonLasts)
    return () => clearTimeout(timer)
  }, [isShown])
  if (isShown && isLongEnough && isThere) setShown(false)
  return isShown && !(isLongEnough && isThere)
}
