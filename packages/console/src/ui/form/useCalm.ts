import { useEffect, useState } from 'react'

/** Milliseconds without a key before a search goes out. */
export const calm = 250

/** A value that follows another one as soon as that one rests. */
export function useCalm(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), calm)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
