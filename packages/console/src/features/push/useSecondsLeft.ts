import { useEffect, useState } from 'react'

/** Seconds until a moment, counted down; 0 when it is over. */
export function useSecondsLeft(until: string | null): number {
  const [now, setNow] = useState(() => Date.now())
  const end = until === null ? 0 : Date.parse(until)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return left
}
