import { useEffect, useState } from 'react'
import { queries } from './queries.ts'

/** What the user came for: nothing is at rest before it is drawn. The shell says when. */
export const firstPage = { drawn: Promise.resolve() }

/** Resolves when nothing is being read for the page and the browser has time: for what can wait. */
export async function whenIdle(): Promise<void> {
  await firstPage.drawn
  do await idle()
  while (queries.isFetching() > 0)
}

/** Some browsers do not say when they are idle; they are asked again a little later. */
const idle = () =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 2000 })
    else setTimeout(resolve, 50)
  })

/** Whether the first reads of a page have been answered. Once at rest, it stays so. */
export function useIdle(): boolean {
  const [isAtRest, setIdle] = useState(false)
  useEffect(() => {
    let isThere = true
    void whenIdle().then(() => isThere && setIdle(true))
    return () => void (isThere = false)
  }, [])
  return isAtRest
}
