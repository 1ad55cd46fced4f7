/** A terminal may prove itself for at most a day; its clock may be a little ahead. */
const longestSeconds = 24 * 3600 + 300

/** What a terminal's MQTT password claims: `v1.<exp>.<nonce>.<mac>`. */
export interface PasswordClaim {
  /** Epoch seconds. */
  readonly exp: number
  readonly nonce: string
  readonly mac: string
}

const form = /^v1\.([0-9]{1,12})\.([A-Za-z0-9_-]{8,64})\.([A-Za-z0-9_-]{43})$/

/** The parts of a password in the right form and time; null for any other. */
export function readPassword(password: string, now: Date): PasswordClaim | null {
  const parts = form.exec(password)
  if (!parts) return null
  const [, exp = '', nonce = '', mac = ''] = parts
  const left = Number(exp) - now.getTime() / 1000
  return left > 0 && left <= longestSeconds ? { exp: Number(exp), nonce, mac } : null
}
