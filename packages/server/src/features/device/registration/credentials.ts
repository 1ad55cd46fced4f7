import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { passwordText } from '@muster/contract'
import type { Secrets } from '../../../platform/secrets.ts'
import type { PasswordClaim } from './password.rules.ts'

const purposeOf = (deviceId: string) => `device.secret:${deviceId}`

/** A terminal's own secret: 256 random bits, sealed for the database. */
export function makeSecret(secrets: Secrets, deviceId: string): { plain: string; sealed: Buffer } {
  const bytes = randomBytes(32)
  return { plain: bytes.toString('base64url'), sealed: secrets.seal(bytes, purposeOf(deviceId)) }
}

/** A terminal's own secret, in clear: only it and the platform know it. */
export const openSecret = (secrets: Secrets, deviceId: string, sealed: Buffer): Buffer =>
  secrets.open(sealed, purposeOf(deviceId))

/** Whether the password was made with the terminal's secret. */
export function provesSecret(
  secrets: Secrets,
  device: { readonly id: string; readonly sn: string; readonly sealedSecret: Buffer },
  { exp, nonce, mac }: PasswordClaim,
): boolean {
  const secret = openSecret(secrets, device.id, device.sealedSecret)
  const expected = createHmac('sha256', secret)
    .update(passwordText(device.sn, exp, nonce))
    .digest()
  const shown = Buffer.from(mac, 'base64url')
  return shown.length === expected.length && timingSafeEqual(shown, expected)
}
