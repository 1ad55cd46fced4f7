/** Loads the page anew with the version that waits, where one waits. */
export function reloadNow({ waiting }: ServiceWorkerRegistration): void {
  // The user was asked, or nothing is unsaved: the browser need not ask again.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  if (!waiting) {
    location.reload()
    return
  }
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') location.reload()
  })
  waiting.postMessage('takeOver')
}

const markKey = 'reloaded'

/**
 * Loads the page anew when its code has gone from the server; false when that was tried already
 * and brought the same version again, or without a network, where nothing would come.
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false
  // The address of this very file holds the hash of its version.
  const version = import.meta.url
  if (sessionStorage.getItem(markKey) === version) return false
  sessionStorage.setItem(markKey, version)
  location.reload()
  return true
}
