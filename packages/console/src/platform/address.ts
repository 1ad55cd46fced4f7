import { useSyncExternalStore } from 'react'

/** Where the console is: the part of the browser's address behind `#`. */
export interface Address {
  readonly path: string
  readonly query: Query
}

export type Query = Readonly<Record<string, string>>

let shown = ''
let address: Address = { path: '/', query: {} }

/** The current address; the same object until the address changes. */
export function currentAddress(): Address {
  if (location.hash !== shown) {
    shown = location.hash
    address = readAddress(shown)
  }
  return address
}

/** Reads `#/path?query`. */
export function readAddress(hash: string): Address {
  const [path = '', search = ''] = hash.replace(/^#/, '').split(/\?(.*)/s)
  return { path: path || '/', query: Object.fromEntries(new URLSearchParams(search)) }
}

/** Writes `/path?query`; empty values are left out. */
export function addressText({ path, query }: Address): string {
  const kept = Object.entries(query).filter(([, value]) => value !== '')
  return kept.length ? `${path}?${new URLSearchParams(kept)}` : path
}

/** Goes to a path of the console, as a new step of the browser's history. */
export function navigate(to: string): void {
  location.hash = to
  tellOfChange()
}

/** Goes to a path in place of the current one: Back does not return here. */
export function redirect(to: string): void {
  history.replaceState(history.state, '', `#${to}`)
  tell()
}

/** The current address, followed. Screens use `usePage()`, which stays theirs in the background. */
export function useAddress(): Address {
  return useSyncExternalStore(followAddress, currentAddress)
}

const followers = new Set<() => void>()
/** The last address that they were told of; one that was drawn meanwhile is another one. */
let told = currentAddress()

// All in one turn: between two listeners of its own the browser would have what the first changed drawn.
function tell(): void {
  told = currentAddress()
  for (const changed of followers) changed()
}

function tellOfChange(): void {
  if (currentAddress() !== told) tell()
}

addEventListener('hashchange', tellOfChange)

// The browser tells of a new address a turn later, when it has drawn a frame without the page.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
  const isElsewhere = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
  if (!(link instanceof HTMLAnchorElement) || link.target || isElsewhere) return
  if (event.defaultPrevented || event.button !== 0) return
  event.preventDefault()
  navigate(link.hash.slice(1))
})

/** Calls back at each change of the address; answers how to stop. */
export function followAddress(changed: () => void): () => void {
  followers.add(changed)
  return () => followers.delete(changed)
}

/** Fits a path to a pattern such as `/device/detail/:id`; null when it does not fit. */
export function matchPath(pattern: string, path: string): Query | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    const param = part.startsWith(':') ? decoded(value) : null
    if (param) params[part.slice(1)] = param
    else if (part !== value) return null
  }
  return params
}

/** Whoever mistypes an address gets no page, not a fault. */
function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
