import { type MenuItem, menuTypes, session } from '@muster/contract'
import { useEffect, useRef } from 'react'
import { screenOf } from '../../features/index.ts'
import {
  addressText,
  currentAddress,
  followAddress,
  navigate,
  redirect,
} from '../../platform/address.ts'
import { ask } from '../../kit/call.ts'
import { outcomeOf } from '../../kit/useAction.ts'
import { show } from '../../kit/notify.ts'
import type { Flags } from '../../platform/keyStore.ts'
import { can, type User, useSession } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import { arrivalOf, isFree } from '../session/arrival.ts'
import { fixedPaths } from '../session/guard.ts'
import { firstPath, sidebarOf } from './entries.ts'
import { missingOf, permittedOf } from './guards.ts'
import { findRoute, type Route, routesOf } from './routes.ts'
import { reconcileTabs, forgetTabs, showPage } from '../tabs/store.ts'

/** Milliseconds that the notices about e-mail and password stay (product spec, section 9). */
const reminderLasts = 10_000

/** The server's menu without what the user may not see and pages that this console does not have. */
export const useMenu = (): readonly MenuItem[] => useOwn().menu

/** The pages that the menu grants. */
export const useRoutes = (): readonly Route[] => useOwn().routes

interface Own {
  readonly user: User | null
  readonly menu: readonly MenuItem[]
  readonly routes: readonly Route[]
}

/** Made once for each menu: every tab, page and crumb asks for it. */
const made = new WeakMap<readonly MenuItem[], Own>()

function useOwn(): Own {
  const all = useSession((state) => state.menu)
  const user = useSession((state) => state.user)
  const known = made.get(all)
  if (known?.user === user) return known
  const menu = user ? permittedOf(builtOnly(all), can) : []
  const own = { user, menu, routes: routesOf(menu) }
  made.set(all, own)
  return own
}

function builtOnly(menu: readonly MenuItem[]): readonly MenuItem[] {
  return menu.flatMap((item) => {
    const below = builtOnly(item.subSystemUserMenuVOS)
    const built = { ...item, subSystemUserMenuVOS: below }
    if (item.menuType === menuTypes.iframe) return [{ ...built, frontComponent: 'IFRAME' }]
    if (item.menuType !== menuTypes.page || screenOf(item.frontComponent)) return [built]
    return below.length > 0 ? [{ ...built, menuType: menuTypes.directory }] : []
  })
}

/** Where the personal center is, if the menu has it. */
export function useUcenter(): string | null {
  return useRoutes().find(({ item }) => item.frontName === 'Ucenter')?.path ?? null
}

/** Turns the address into the page in front; `/` leads on, and an unknown path leads to 404. */
export function useNavigation(): void {
  const menu = useMenu()
  const flags = useSession((state) => state.flags)
  const routes = useRoutes()
  const ucenter = useUcenter()
  const wasLocked = useRef(false)

  useEffect(() => reconcileTabs(routes), [routes])
  useEffect(() => {
    const go = (due: Flags) => {
      const { path, query } = currentAddress()
      if (fixedPaths.includes(path)) return
      const isLocked = !isFree(due) && ucenter !== null
      // The personal center was forced on the user: it is no page of his choice that must stay first.
      if (wasLocked.current && !isLocked && path === '/') startAnew(routes)
      wasLocked.current = isLocked || (wasLocked.current && path !== '/')
      if (path === '/' || (isLocked && path !== ucenter)) {
        const granted = menu.filter(({ frontName }) => frontName !== 'Ucenter')
        arrive({ flags: due, ucenter, first: firstPath(sidebarOf(granted)) })
        return
      }
      const found = findRoute(routes, path)
      if (found) void showPage(found.route, query)
      else void refuse(path)
    }
    // With the address, not after it is drawn: the page and the menu's mark are drawn in one go.
    // What has been done a moment ago is due no more, drawn or not.
    const stop = followAddress(() => go(useSession.getState().flags))
    // It may lead on, and is followed there.
    go(flags)
    return stop
  }, [menu, flags, routes, ucenter])
}

function startAnew(routes: readonly Route[]): void {
  forgetTabs()
  reconcileTabs(routes)
}

/** 403 for a page that is kept from the user, with what he lacks; else 404. */
async function refuse(path: string): Promise<void> {
  const missing = missingHere(path) ?? (await missingThere(path))
  if (currentAddress().path !== path) return
  redirect(
    missing === null ? '/404' : addressText({ path: '/403', query: { permission: missing } }),
  )
}

/** What a guard of the user's own menu asks for. */
function missingHere(path: string): string | null {
  const found = findRoute(routesOf(builtOnly(useSession.getState().menu)), path)
  return found && missingOf([...found.route.above, found.route.item], can)
}

/** What the menu of others asks for; the server knows it. */
async function missingThere(path: string): Promise<string | null> {
  const outcome = await outcomeOf(ask(session.missing, { query: { path } }))
  return 'reply' in outcome ? outcome.reply.permission : null
}

function arrive(arriving: Omit<Parameters<typeof arrivalOf>[0], 'holdsBaseInfo'>): void {
  const { to, notice } = arrivalOf({ ...arriving, holdsBaseInfo: can('PERSONAL_BASE_INFO') })
  if (notice) {
    const onClick = () => navigate(notice.opens)
    show({ kind: 'warning', text: t(notice.text), lasts: reminderLasts, onClick })
  }
  redirect(to)
}
