import { prefetch } from '../../features/index.ts'
import { whenIdle } from '../../kit/whenIdle.ts'
import { useSession } from '../../kit/session.ts'
import { currentAddress } from '../../platform/address.ts'
import { firstPath, sidebarOf } from './entries.ts'
import { findRoute, routesOf } from './routes.ts'

/** Fetches the code of the page that will be in front while the frame is still being drawn. */
export function followFront(): void {
  const stop = useSession.subscribe(({ menu }) => {
    if (menu.length > 0) start()
  })
  if (useSession.getState().menu.length > 0) start()

  function start(): void {
    stop()
    void loadFront()
    void whenIdle().then(() => prefetchPage(firstPage()))
  }
}

/** Resolves when the code of the page in front is here, or cannot come. */
export async function loadFront(): Promise<void> {
  const { path } = currentAddress()
  await prefetchPage(path === '/' || path === '/login' ? firstPage() : path)
}

const firstPage = () => firstPath(sidebarOf(useSession.getState().menu))

async function prefetchPage(path: string | null): Promise<void> {
  const found = path === null ? null : findRoute(routesOf(useSession.getState().menu), path)
  if (found) await prefetch(found.route.item.frontComponent)
}
