import { useEffect, useState } from 'react'
import { atRest } from '../atRest.ts'

/** Whether the first reads of a page have been answered. Once quiet, it stays so. */
export function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    let isThere = true
    void atRest().then(() => isThere && setQuiet(true))
    return () => {
      isThere = false
    }
  }, [])
  return isQuiet
}
