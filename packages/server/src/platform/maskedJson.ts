/** A value as the action log keeps it, secrets masked; null: nothing. */
export const maskedJson = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value, mask)

/** Names that secrets have; the last two are keys of the map services. */
const secretNames =
  /password|secret|token|publicKey|credential|codeId|totp|cipher|captcha|^(?:global|china)$/i

/** Names of what may be sent as digits alone; how long a password has to be is not one of them. */
const digitNames = /(?:password|secret|token|credential|totp|cipher|captcha)$/i

/**
 * No schema describes what a handler notes as before and after: there a secret is known by its name.
 * A switch, or nothing, under such a name is a change to be read. What was sent passes this as well.
 */
function mask(key: string, value: unknown): unknown {
  if (typeof value === 'boolean' || value === null) return value
  const names = typeof value === 'number' ? digitNames : secretNames
  return names.test(key) ? '***' : value
}
