import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from './env.ts'

/** Seals what is secret at rest with AES-256-GCM; the key lives outside the database. */
export interface Secrets {
  /** @param purpose binds the sealed bytes to their place, e.g. `session.key:<id>` */
  seal(plain: Uint8Array, purpose: string): Buffer
  /** Throws {@link UnreadableSecret} when the bytes were sealed for another purpose, by another key, or were altered. */
  open(sealed: Uint8Array, purpose: string): Buffer
  /** 32 bytes that only this installation can make of a text: what the database keeps of short codes. */
  mac(text: string, purpose: string): Buffer
}

/** Something sealed that the sealing key does not open; its sentence names it and the key. */
export class UnreadableSecret extends ConfigurationError {
  constructor(purpose: string, options?: ErrorOptions) {
    super(
      `"${purpose}" in the database cannot be read with this sealing key (MUSTER_SECRET, or secret.key of the data folder): it was sealed with another key, or altered. Give this node the installation's own key; what to do where it is lost says docs/operations.md, "A lost sealing key".`,
      options,
    )
  }
}

/** Where the key of a data folder lies. */
export const keyFile = (dataFolder: string): string => join(dataFolder, 'secret.key')

/** The installation's key: MUSTER_SECRET, else a file in the data folder, made at first start. */
export function loadSecrets(options: { secret: string | null; dataFolder: string }): Secrets {
  const key = options.secret
    ? Buffer.from(options.secret, 'base64')
    : readOrMakeKey(keyFile(options.dataFolder))
  return secretsOf(key)
}

export function secretsOf(key: Buffer): Secrets {
  const macKey = createHmac('sha256', key).update('muster-mac-v1').digest()
  return {
    mac: (text, purpose) => createHmac('sha256', macKey).update(`${purpose}\n${text}`).digest(),
    seal(plain, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
      } catch (error) {
        throw new UnreadableSecret(purpose, { cause: error })
      }
    },
  }
}

function readOrMakeKey(file: string): Buffer {
  mkdirSync(join(file, '..'), { recursive: true })
  if (!existsSync(file)) makeKey(file)
  return readFileSync(file)
}

/** Two processes that start together end with the same key, and neither reads half of one. */
function makeKey(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(32), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}

/** A random token for a person or machine to hold, 256 bits, base64url. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a random token: enough to recognise it, useless to whoever reads it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** So many random characters of an alphabet, for people to type. */
export const randomText = (length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
