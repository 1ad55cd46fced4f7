import { randomInt } from 'node:crypto'

/** Readable without doubt: no 0/O, 1/I/l. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password that somebody is told once and has to change: 16 characters, 93 bits. */
export function oneTimePassword(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
