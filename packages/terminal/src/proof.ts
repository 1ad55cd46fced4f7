import { createHmac, randomBytes } from 'node:crypto'
import { passwordText } from '@muster/contract/protocol'
import type { Pass } from './platform.ts'

/** What the registration answered; the terminal keeps it for good. */
export interface Credential {
  readonly tenant: string
  /** base64url of 32 bytes. */
  readonly secret: string
  /** Ed25519, SPKI, base64. */
  readonly serverKey: string
  readonly heartbeatSeconds: number
  /** The MQTT password that the platform gave last, where brokers take such. */
  readonly pass?: Pass | undefined
}

/** Seconds that a password is good for; well within the day that the contract allows. */
const validity = 12 * 3600

/** A new MQTT password; it proves one connection only. */
export function makePassword(sn: string, secret: string, serverNow: number): string {
  const exp = Math.floor(serverNow / 1000) + validity
  const nonce = randomBytes(12).toString('hex')
  const mac = createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(passwordText(sn, exp, nonce))
    .digest('base64url')
  return `v1.${exp}.${nonce}.${mac}`
}
