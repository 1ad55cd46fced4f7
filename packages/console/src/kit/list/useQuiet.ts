import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Milliseconds without a read under way; the first render alone is no quiet. */
const pause = 200

/** Whether the first reads of a page have been answered. Once quiet, it stays so. */
export function useQuiet(): boolean {
  const isFetching = useIsFetching() > 0
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    if (isFetching) return undefined
    const timer = setTimeout(() => setQuiet(true), pause)
    return () => clearTimeout(timer)
  }, [isFetching])
  return isQuiet
}
