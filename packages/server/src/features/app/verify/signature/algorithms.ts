import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'

export const digestKinds = ['SHA256', 'SHA512', 'VERITY'] as const
/** How the content of a package is digested: in parts of 1 MB, or as a tree of pages. */
export type DigestKind = (typeof digestKinds)[number]

export interface Algorithm {
  readonly id: number
  readonly keyType: 'rsa' | 'ec' | 'dsa'
  readonly hash: 'sha256' | 'sha512'
  readonly digest: DigestKind
  /** RSA with probabilistic padding. */
  readonly isPss: boolean
  /** The Android version that came with it. */
  readonly since: number
}

const [since, verity] = [24, 28]
const rows = [
  [0x0101, 'rsa', 'sha256', 'SHA256', true, since],
  [0x0102, 'rsa', 'sha512', 'SHA512', true, since],
  [0x0103, 'rsa', 'sha256', 'SHA256', false, since],
  [0x0104, 'rsa', 'sha512', 'SHA512', false, since],
  [0x0201, 'ec', 'sha256', 'SHA256', false, since],
  [0x0202, 'ec', 'sha512', 'SHA512', false, since],
  [0x0301, 'dsa', 'sha256', 'SHA256', false, since],
  [0x0421, 'rsa', 'sha256', 'VERITY', false, verity],
  [0x0423, 'ec', 'sha256', 'VERITY', false, verity],
  [0x0425, 'dsa', 'sha256', 'VERITY', false, verity],
] as const

const algorithms: ReadonlyMap<number, Algorithm> = new Map(
  rows.map(([id, keyType, hash, digest, isPss, from]) => [
    id,
    { id, keyType, hash, digest, isPss, since: from },
  ]),
)

export const algorithmOf = (id: number): Algorithm | null => algorithms.get(id) ?? null

/** Of two that an Android version knows, it takes the one further behind. */
const preference: readonly DigestKind[] = ['SHA256', 'VERITY', 'SHA512']

/**
 * Those that some Android version from `minSdk` on would check: of each version that brought new
 * ones, the best. `null` where the oldest version knows none.
 */
export function checkedOnes<T extends { readonly algorithm: Algorithm }>(
  signatures: readonly T[],
  minSdk: number,
): readonly T[] | null {
  const best = new Map<number, T>()
  for (const one of signatures) {
    const before = best.get(one.algorithm.since)
    if (!before || rankOf(one) > rankOf(before)) best.set(one.algorithm.since, one)
  }
  const isKnown = best.size > 0 && Math.min(...best.keys()) <= minSdk
  return isKnown ? [...best.values()] : null
}

const rankOf = ({ algorithm }: { readonly algorithm: Algorithm }) =>
  preference.indexOf(algorithm.digest)

/** A key as certificates and signatures have it; `null` for what is none, or of another type. */
export function publicKeyOf(der: Buffer, keyType: Algorithm['keyType']): KeyObject | null {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === keyType ? key : null
  } catch {
    return null
  }
}

export interface Signed {
  readonly data: Buffer
  readonly signature: Buffer
}

export function isRight(
  { data, signature }: Signed,
  algorithm: Algorithm,
  key: KeyObject,
): boolean {
  const { hash, isPss } = algorithm
  const pss = {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: hash === 'sha256' ? 32 : 64,
  }
  try {
    return verify(hash, data, isPss ? { key, ...pss } : key, signature)
  } catch {
    return false
  }
}
