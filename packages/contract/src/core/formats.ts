import * as z from 'zod/mini'

// The generic rules of the product spec, section 5. Fields of records have stricter ones where
// their meaning asks for it (`fields.ts`, the password policy).

/** At least 6 characters; what a site asks of a new password is its policy's. */
export const generalPassword = () => z.string().check(z.minLength(6))

/** Digits only, one at least. */
export const digits = () => z.string().check(z.regex(/^\d+$/))

/** Chinese letters, Latin letters or digits, and nothing between them. */
export const plainName = () => z.string().check(z.regex(/^[\p{Script=Han}A-Za-z0-9]+$/u))

/** Four numbers of an IPv4 address. */
export const ipv4 = () => z.string().check(z.ipv4())

/** An address of the web or of a file server. */
export const url = () => z.string().check(z.regex(/^(https?|ftp):\/\/[^\s/?#]+\S*$/i))

/** A port, 0 to 65535. */
export const port = () => z.int().check(z.minimum(0), z.maximum(65_535))

/** 11 digits, the first of them 1. */
export const mobile = () => z.string().check(z.regex(/^1\d{10}$/))

/** The form of an e-mail address. */
export const mailAddress = () => z.string().check(z.email())

/** An amount as it is typed, with up to two decimals. */
export const amount = () => z.string().check(z.regex(/^(0|[1-9]\d*)(\.\d{1,2})?$/))

/** Text that is a JSON object: neither a list nor a bare value. */
export const jsonObject = () => z.string().check(z.refine(isJsonObject))

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** An Ed25519 key as PEM has it between its first and its last line. */
export const ed25519Form = 'MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}='
