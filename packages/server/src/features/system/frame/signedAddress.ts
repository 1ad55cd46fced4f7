import { createHmac } from 'node:crypto'

interface Signing {
  readonly secret: string
  /** Who looks at the page. */
  readonly userName: string
  readonly now: Date
}

/**
 * An address that says who looks at it and when, and proves it: `ts` (epoch seconds), `uid` and at
 * the end `sig`, the HMAC-SHA-256 in hex over the whole address before `&sig=`. What follows a `#`
 * never reaches the other server and is not signed.
 */
export function signedAddress(url: string, { secret, userName, now }: Signing): string {
  const address = new URL(url)
  const { hash } = address
  address.hash = ''
  for (const name of ['ts', 'uid', 'sig']) address.searchParams.delete(name)
  address.searchParams.set('ts', String(Math.floor(now.getTime() / 1000)))
  address.searchParams.set('uid', userName)
  const mac = createHmac('sha256', secret).update(address.href).digest('hex')
  return `${address.href}&sig=${mac}${hash}`
}
