import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as every authenticator app speaks it: SHA-1, six digits, steps of 30 seconds. */
const stepSeconds = 30
const digits = 6
/** Clocks may be one step apart, either way. */
const tolerance = 1

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a secret at a step (seconds since 1970 ÷ 30). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/**
 * The step that a code belongs to, or null: wrong, more than one step away, or not newer than the
 * last one that was accepted.
 */
export function stepOf(
  code: string,
  secret: Buffer,
  { now, lastStep }: { now: Date; lastStep: number },
): number | null {
  const current = Math.floor(now.getTime() / 1000 / stepSeconds)
  for (let step = current - tolerance; step <= current + tolerance; step++)
    if (step > lastStep && isSame(code, codeAt(secret, step))) return step
  return null
}

const isSame = (given: string, expected: string): boolean =>
  /^\d{6}$/.test(given) && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

/** Bytes as authenticators want them typed. */
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** What a QR code of a secret holds. */
export function otpauthUri(secret: Buffer, { site, userName }: { site: string; userName: string }) {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(userName)}`
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(site)}`
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}
