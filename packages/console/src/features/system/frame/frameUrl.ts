import type { MenuItem } from '@muster/contract'

/** The address of an embedded page, looked up in the permission menu tree by its route's name. */
export function frameUrlOf(tree: readonly MenuItem[], frontName: string): string | null {
  for (const { frontName: name, iframeUrl, subSystemUserMenuVOS } of tree) {
    if (name === frontName) return isWeb(iframeUrl) ? iframeUrl : null
    const below = frameUrlOf(subSystemUserMenuVOS, frontName)
    if (below !== null) return below
  }
  return null
}

/** Nothing but a page of the web is shown or opened: an address may also be a script. */
function isWeb(url: string | null): url is string {
  return url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** What an embedded page may do. One of our own origin may not reach the console around it. */
export function sandboxOf(url: string, origin: string): string {
  const rights = 'allow-scripts allow-forms allow-popups allow-downloads'
  return new URL(url).origin === origin ? rights : `${rights} allow-same-origin`
}
