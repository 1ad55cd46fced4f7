import { firstPage } from '../../kit/whenIdle.ts'
import { forgetAhead } from '../../platform/answersAhead.ts'
import { keepStart } from '../../platform/prefetchedCalls.ts'

let release = (): void => undefined

firstPage.drawn = new Promise((resolve) => {
  release = resolve
})

/** The page that the user came for is drawn, or what stands in its place: the rest may come. */
export function firstPageDrawn(): void {
  keepStart()
  forgetAhead()
  release()
}
