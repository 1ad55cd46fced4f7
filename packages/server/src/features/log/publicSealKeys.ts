import type { Platform } from '../../kit/context.ts'
import { loadSigningKey } from '../../platform/signingKey.ts'
import { retiredKeys } from './retiredKeys.ts'
import { sealKey } from './seal.ts'

/** A key that blocks are proved with; `lastSeq`: the last that it signed, null for the one in use. */
interface PublicSealKey {
  readonly lastSeq: number | null
  readonly pem: string
}

/** The public halves of all keys that signed blocks, the oldest first. */
export async function publicSealKeys(
  platform: Pick<Platform, 'pool' | 'secrets'>,
): Promise<readonly PublicSealKey[]> {
  const { publicKey } = await loadSigningKey(platform, sealKey)
  const all = [...(await retiredKeys(platform)), { lastSeq: null, publicKey }]
  return all.map(({ lastSeq, publicKey: key }) => ({
    lastSeq,
    pem: key.export({ format: 'pem', type: 'spki' }).toString(),
  }))
}
