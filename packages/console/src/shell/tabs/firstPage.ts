import { restAfter } from '../../kit/atRest.ts'

let release = (): void => undefined

restAfter(
  new Promise<void>((resolve) => {
    release = resolve
  }),
)

/** The page that the user came for is drawn, or what stands in its place: the rest may come. */
export const firstPageDrawn = (): void => release()
