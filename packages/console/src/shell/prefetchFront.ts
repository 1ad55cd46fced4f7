import { prefetch } from '../features/index.ts'
import { atRest } from '../kit/atRest.ts'
import { useSession } from '../kit/session.ts'
import { currentAddress } from '../platform/address.ts'
import { firstPath, sidebarOf } from './menu/entries.ts'
import { findRoute, routesOf } from './menu/routes.ts'

/** Fetches the code of the page that will be in front while the frame is still being drawn. */
export function followFront(): void {
  const stop = useSession.subscribe(({ menu }) => {
    if (menu.length > 0) prefetchFront()
  })
  if (useSession.getState().menu.length > 0) prefetchFront()

  function prefetchFront(): void {
    stop()
    const { menu } = useSession.getState()
    const { path } = currentAddress()
    const first = firstPath(sidebarOf(menu))
    prefetchPage(path === '/' || path === '/login' ? first : path)
    void atRest().then(() => prefetchPage(first))
  }
}

function prefetchPage(path: string | null): void {
  const found = path === null ? null : findRoute(routesOf(useSession.getState().menu), path)
  if (found) prefetch(found.route.item.frontComponent)
}
