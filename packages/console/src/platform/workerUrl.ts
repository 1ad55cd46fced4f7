/** The part of Trusted Types that the console uses; the compiler's library does not know them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

const serviceWorker = './sw.js'

/**
 * The address of the service worker, as a browser wants it that takes scripts from trusted places
 * only. The policy lets nothing else through.
 */
export function workerUrl(): string {
  // Absent in browsers without Trusted Types.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return serviceWorker
  const policy = trustedTypes.createPolicy('muster', {
    createScriptURL: (url) => {
      if (url !== serviceWorker) throw new Error(`not a script of the console: ${url}`)
      return url
    },
  })
  return policy.createScriptURL(serviceWorker)
}
