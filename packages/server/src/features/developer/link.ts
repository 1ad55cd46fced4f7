import { downloadLinkHours, downloadLinkPath } from '@muster/contract'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** What a link says that its signature proves. */
export interface LinkClaim {
  readonly id: string
  /** Seconds since 1970. */
  readonly expires: number
}

const said = ({ id, expires }: LinkClaim): string => `${id}.${expires}`

const ownSignature = (secrets: Pick<Secrets, 'mac'>, claim: LinkClaim): Buffer =>
  secrets.mac(said(claim), 'developer.download')

/** Path and query of a link that this installation signs. */
export function signedLink(secrets: Pick<Secrets, 'mac'>, claim: LinkClaim): string {
  const signature = ownSignature(secrets, claim).toString('base64url')
  const query = new URLSearchParams({ expires: String(claim.expires), signature })
  return `${downloadLinkPath}/${claim.id}?${query.toString()}`
}

/** What a developer makes of a claim with his secret: hexadecimal digits of its HMAC-SHA256. */
const developerSignature = (secret: Uint8Array, claim: LinkClaim): Buffer =>
  createHmac('sha256', secret).update(said(claim)).digest()

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Whether this installation signed a link. */
export const isOurs = (secrets: Pick<Secrets, 'mac'>, claim: LinkClaim, signature: string) =>
  isSame(Buffer.from(signature, 'base64url'), ownSignature(secrets, claim))

/** Whether one of a developer's secrets signed a link. */
export const isTheirs = (secrets: readonly Buffer[], claim: LinkClaim, signature: string) =>
  secrets.some((secret) => isSame(Buffer.from(signature, 'hex'), developerSignature(secret, claim)))

/** Whether a link is good now: not over, and for no longer than any is made for. */
export function isInTime({ expires }: LinkClaim, now: Date): boolean {
  const left = expires - now.getTime() / 1000
  return left > 0 && left <= downloadLinkHours * 3600 + 60
}
