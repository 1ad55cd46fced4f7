import type { JarHash } from './jarDigests.ts'

type BlockHash = JarHash | 'sha224'

export interface BlockAlgorithm {
  readonly hash: BlockHash
  readonly keyType: 'rsa' | 'dsa' | 'ec'
}

const hashes: Readonly<Record<string, BlockHash>> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

interface Named {
  readonly keyType: BlockAlgorithm['keyType']
  /** A signature that names its digest takes no other one. */
  readonly hash: BlockHash | null
}

const signatures: Readonly<Record<string, Named>> = {
  '1.2.840.113549.1.1.1': { keyType: 'rsa', hash: null },
  '1.2.840.113549.1.1.4': { keyType: 'rsa', hash: 'md5' },
  '1.2.840.113549.1.1.5': { keyType: 'rsa', hash: 'sha1' },
  '1.2.840.113549.1.1.14': { keyType: 'rsa', hash: 'sha224' },
  '1.2.840.113549.1.1.11': { keyType: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { keyType: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { keyType: 'rsa', hash: 'sha512' },
  '1.2.840.10040.4.1': { keyType: 'dsa', hash: null },
  '1.2.840.10040.4.3': { keyType: 'dsa', hash: 'sha1' },
  '2.16.840.1.101.3.4.3.1': { keyType: 'dsa', hash: 'sha224' },
  '2.16.840.1.101.3.4.3.2': { keyType: 'dsa', hash: 'sha256' },
  '1.2.840.10045.2.1': { keyType: 'ec', hash: null },
  '1.2.840.10045.4.1': { keyType: 'ec', hash: 'sha1' },
  '1.2.840.10045.4.3.1': { keyType: 'ec', hash: 'sha224' },
  '1.2.840.10045.4.3.2': { keyType: 'ec', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { keyType: 'ec', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { keyType: 'ec', hash: 'sha512' },
}

/** The Android version from which on all versions know digest and signature, by how they are named. */
const since: Readonly<Record<string, number>> = {
  'rsa md5': 0,
  'rsa md5 md5': 21,
  'rsa sha1': 0,
  'rsa sha1 sha1': 0,
  'rsa sha224': 21,
  'rsa sha224 sha224': 21,
  'rsa sha256': 18,
  'rsa sha256 sha256': 18,
  'rsa sha384': 18,
  'rsa sha384 sha384': 21,
  'rsa sha512': 18,
  'rsa sha512 sha512': 21,
  'dsa sha1': 0,
  'dsa sha1 sha1': 9,
  'dsa sha224': 22,
  'dsa sha224 sha224': 21,
  'dsa sha256': 22,
  'dsa sha256 sha256': 21,
  'ec sha1': 18,
  'ec sha224': 21,
  'ec sha256': 18,
  'ec sha384': 18,
  'ec sha512': 18,
  'ec sha1 sha1': 18,
  'ec sha224 sha224': 21,
  'ec sha256 sha256': 21,
  'ec sha384 sha384': 21,
  'ec sha512 sha512': 21,
}

/** What a signature block is checked with; `null` where some Android from `minSdk` on could not. */
export function blockAlgorithm(
  digestId: string,
  signatureId: string,
  minSdk: number,
): BlockAlgorithm | null {
  const [hash, named] = [hashes[digestId], signatures[signatureId]]
  if (!hash || !named) return null
  const words = [named.keyType, hash, named.hash].filter((word) => word !== null)
  const from = since[words.join(' ')]
  return from !== undefined && from <= minSdk ? { hash, keyType: named.keyType } : null
}
