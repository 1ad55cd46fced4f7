import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Two checks at a time are all that two cores give; what waits beyond this is refused. */
const atOnce = 2
const mayWait = 10

let running = 0
const waiting: (() => void)[] = []

/** Thrown when too many passwords wait to be checked. */
export class TooManyPasswords extends Error {}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mayWait) throw new TooManyPasswords('too many password checks')
    await new Promise<void>((resume) => waiting.push(resume))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/**
 * The PHC text of a password: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, with `keyid=1` among the
 * numbers where a pepper (a secret outside the database) went in.
 */
export async function hashPassword(password: string, pepper?: Buffer): Promise<string> {
  const nonce = randomBytes(16)
  const secret = pepper ? { secret: pepper } : {}
  const tag = await inTurn(() =>
    derive('argon2id', { ...cost, ...secret, tagLength, nonce, message: password }),
  )
  return `${prefix(pepper !== undefined)}$${base64(nonce)}$${base64(tag)}`
}

const prefix = (isPeppered: boolean): string => {
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}${isPeppered ? ',keyid=1' : ''}`
}

/** Whether a stored text was made with less than what this version asks for. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(`${prefix(true)}$`)

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)(,keyid=1)?\$([\w+/]+)\$([\w+/]+)$/

/** Whether a password is the one behind a PHC text. */
export async function checkPassword(
  password: string,
  stored: string,
  pepper?: Buffer,
): Promise<boolean> {
  const found = phc.exec(stored)
  const [, memory, passes, parallelism, keyId, salt = '', hash = ''] = found ?? []
  const expected = Buffer.from(hash, 'base64')
  const tag = await inTurn(() =>
    derive('argon2id', {
      memory: Number(memory ?? cost.memory),
      passes: Number(passes ?? cost.passes),
      parallelism: Number(parallelism ?? cost.parallelism),
      tagLength: expected.length || tagLength,
      nonce: salt ? Buffer.from(salt, 'base64') : Buffer.alloc(16),
      message: password,
      ...(keyId && pepper ? { secret: pepper } : {}),
    }),
  )
  return found !== null && timingSafeEqual(tag, expected)
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
