import { useEffect, useState } from 'react'
import { queries } from './queries.ts'

let start: Promise<unknown> = Promise.resolve()

/** Nothing is at rest before this: the page that the user came for. */
export function restAfter(firstPage: Promise<unknown>): void {
  start = firstPage
}

/** Resolves when nothing is being read for the page and the browser has time: for what can wait. */
export async function atRest(): Promise<void> {
  await start
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
export function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => void atRest().then(() => setAtRest(true)), [])
  return isAtRest
}
