import { queries } from './queries.ts'

/** Resolves when nothing is being read for the page and the browser has time: for what can wait. */
export async function atRest(): Promise<void> {
  do await idle()
  while (queries.isFetching() > 0)
}

/** Some browsers do not say when they are idle; they are asked again a little later. */
const idle = () =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 2000 })
    else setTimeout(resolve, 50)
  })
