/** The part of Trusted Types that the console uses; the compiler's library does not know them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

const serviceWorker = './sw.js'

// Absent in browsers without Trusted Types.
const trusted = () => (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes

/**
 * The address of the service worker, as a browser wants it that takes scripts from trusted places
 * only. The policy lets nothing else through.
 */
export function workerUrl(): string {
  const policy = trusted()?.createPolicy('muster', {
    createScriptURL: (url) => {
      if (url !== serviceWorker) throw new Error(`not a script of the console: ${url}`)
      return url
    },
  })
  return policy?.createScriptURL(serviceWorker) ?? serviceWorker
}

const allowed = new Set<string>()
let isOpen = false

/**
 * Lets a library start one worker of ours, which it names by its plain address: such addresses go
 * through the policy that a browser calls `default`, and this one knows but those named here.
 */
export function allowScript(address: string): string {
  const { href } = new URL(address, document.baseURI)
  allowed.add(href)
  if (!isOpen)
    trusted()?.createPolicy('default', {
      createScriptURL: (url) => {
        if (!allowed.has(url)) throw new Error(`not a script of the console: ${url}`)
        return url
      },
    })
  isOpen = true
  return href
}
