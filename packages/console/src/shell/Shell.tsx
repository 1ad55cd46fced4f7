import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAddress } from '../platform/address.ts'
import { whenIdle } from '../kit/whenIdle.ts'
import { followLive } from '../kit/live.ts'
import { queries } from '../kit/queries.ts'
import { type User, useSession } from '../kit/session.ts'
import { direction } from '../platform/texts.ts'
import { loadMenus } from '../ui/menu/Menu.tsx'
import { Provider } from '../ui/Provider.tsx'
import { isFree } from './session/arrival.ts'
import { ConfirmDialog } from './tools/ConfirmDialog.tsx'
import { Frame } from './layout/Frame.tsx'
import { fixedPaths } from './session/guard.ts'
import { followFront, loadFront } from './menu/prefetchFront.ts'
import { useLateSettings } from './session/lateSettings.ts'
import { useNavigation, useUcenter } from './menu/navigation.ts'
import { Splash } from './layout/Splash.tsx'
import { StatusPage } from './layout/StatusPage.tsx'
import { followRecents } from './tools/search/recents.ts'
import { openTool } from './tools/openTool.ts'
import { ToolPlace } from './tools/ToolPlace.tsx'
import { followRecovery } from './tools/followRecovery.ts'
import { tellOfDrafts } from './tools/tellOfDrafts.ts'
import { ThemePlace } from './layout/theme/ThemePlace.tsx'
import { firstPageDrawn } from './tabs/firstPage.ts'
import { keepAnswers } from './tabs/keptAnswers.ts'
import { restoreTabs, useTabs } from './tabs/store.ts'

followFront()

/** Resolves when the page in front can be drawn. */
export const untilFront = (): Promise<void> => loadFront()

/** Everything behind the door. */
export function Shell() {
  const user = useSession((state) => state.user)
  if (!user) return <Splash />
  return (
    <Provider direction={direction}>
      <QueryClientProvider client={queries}>
        <Inside user={user} />
        <ThemePlace />
        <ToolPlace />
        <ConfirmDialog />
      </QueryClientProvider>
    </Provider>
  )
}

/** The frame, around the pages or a status page in their place: what is open stays as it is. */
function Inside({ user }: { readonly user: User }) {
  const { path } = useAddress()
  const isThrough = useSession((state) => isFree(state.flags))
  const mayListen = useSession((state) => state.token !== null) && isThrough
  useEffect(() => (mayListen ? followLive() : undefined), [mayListen])
  useEffect(() => {
    const stopTabs = restoreTabs(user.userName)
    const stopKeeping = keepAnswers()
    const stopRecents = followRecents()
    const following = startFollowing(user.userName)
    return () => {
      stopRecents()
      void following.then((stop) => stop())
      stopTabs()
      stopKeeping()
      queries.clear()
    }
  }, [user.userName])
  useEffect(followRecovery, [])
  useEffect(tellOfDrafts, [])
  useEffect(() => void whenIdle().then(loadMenus), [])
  useUnsavedWarning()
  useLateSettings(useUcenter() !== null, isThrough)
  useNavigation()
  const status = fixedPaths.includes(path) ? (path === '/403' ? 403 : 404) : null
  useEffect(() => {
    if (status) firstPageDrawn()
  }, [status])
  if (!useIsPlaced(status !== null)) return <Splash />
  return (
    <Frame>
      {status && (
        <StatusPage code={status} {...(status === 404 && { find: () => openTool('search') })} />
      )}
    </Frame>
  )
}

/** Whether it is known by now what stands in the frame: drawn before that, menu and tabs are drawn twice at each start. */
function useIsPlaced(hasStatus: boolean): boolean {
  const [wasPlaced, setPlaced] = useState(false)
  const hasPage = useTabs(({ activeId }) => activeId !== null)
  const isPlaced = wasPlaced || hasPage || hasStatus
  if (isPlaced && !wasPlaced) setPlaced(true)
  return isPlaced
}

const startFollowing = async (userName: string) =>
  (await import('./menu/followMenu.ts')).followMenu(userName)

/** The browser asks before a reload or a close would lose unsaved work. */
function useUnsavedWarning(): void {
  const isDirty = useTabs(({ tabs }) => tabs.some(({ dirty }) => dirty))
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
}
