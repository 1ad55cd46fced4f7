/** The cookies of one request. */
export interface Cookies {
  /** What the browser sent under a name, or null. */
  get(name: string): string | null
  /** Keeps a value in the browser for so many seconds, out of reach of scripts and other sites. */
  set(name: string, value: string, seconds: number): void
}

/**
 * The cookies of a request.
 * @param sent the Cookie header
 * @param isSecure whether the browser came by HTTPS: such a cookie never travels without it
 * @param answer writes one Set-Cookie header
 */
export function cookiesOf(
  sent: string | undefined,
  isSecure: boolean,
  answer: (header: string) => void,
): Cookies {
  return {
    get(name) {
      const found = (sent ?? '').split('; ').find((pair) => pair.startsWith(`${name}=`))
      return found ? found.slice(name.length + 1) : null
    },
    set(name, value, seconds) {
      const secure = isSecure ? '; Secure' : ''
      answer(`${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`)
    },
  }
}
