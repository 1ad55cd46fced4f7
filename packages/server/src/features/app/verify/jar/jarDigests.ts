import type { Section } from './jarManifest.ts'

export type JarHash = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512'

export interface JarDigest {
  readonly hash: JarHash
  readonly value: Buffer
}

const known: Readonly<Record<string, { readonly hash: JarHash; readonly since: number }>> = {
  MD5: { hash: 'md5', since: 0 },
  SHA: { hash: 'sha1', since: 0 },
  SHA1: { hash: 'sha1', since: 0 },
  'SHA-1': { hash: 'sha1', since: 0 },
  'SHA-256': { hash: 'sha256', since: 0 },
  'SHA-384': { hash: 'sha384', since: 9 },
  'SHA-512': { hash: 'sha512', since: 9 },
}
const strongestFirst = ['SHA-512', 'SHA-384', 'SHA-256', 'SHA1']
/** Android 4.3: from here on the strongest digest counts, before it the first that is named. */
const strongestCounts = 18

/** The digests that some Android version from `minSdk` on would check; none where it would find none. */
export function digestsOf(section: Section, suffix: string, minSdk: number): readonly JarDigest[] {
  const first = minSdk < strongestCounts ? firstNamed(section, suffix, minSdk) : null
  if (minSdk < strongestCounts && !first) return []
  const name = strongestFirst.find((one) => section.get(one + suffix) !== null)
  const strongest = name ? digestOf(section, name, suffix) : null
  return [first, strongest].filter((one) => one !== null)
}

function firstNamed(section: Section, suffix: string, minSdk: number): JarDigest | null {
  const named = (section.get('Digest-Algorithms') ?? 'SHA SHA1').split(/\s+/)
  const name = named.find((one) => {
    const { since } = known[one.toUpperCase()] ?? {}
    return since !== undefined && since <= minSdk && section.get(one + suffix) !== null
  })
  return name === undefined ? null : digestOf(section, name, suffix)
}

function digestOf(section: Section, name: string, suffix: string): JarDigest | null {
  const [text, hash] = [section.get(name + suffix), known[name.toUpperCase()]?.hash]
  if (text === null || !hash) return null
  // What is no Base64 is no digest of anything.
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0
  return { hash, value: Buffer.from(isBase64 ? text : '', 'base64') }
}
