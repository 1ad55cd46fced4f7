import { createHash, createPublicKey } from 'node:crypto'
import { packageRules, type PackageFacts } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { readSetting } from '../../system/setting/index.ts'
import { PackageFault } from '../verify/fault.ts'
import { type PackageKey, signerOf } from '../verify/linux/signature.ts'

interface Beside {
  readonly facts: PackageFacts
  readonly sha256: Buffer
  /** In Base64; null: there is none. */
  readonly signature: string | null
}

/** The facts of a package with the signer of the signature that lies beside it; refuses a wrong one. */
export async function withSignature(
  { db }: Pick<Context, 'db'>,
  { facts, sha256, signature }: Beside,
): Promise<PackageFacts> {
  if (signature === null) return facts
  if (facts.osKind !== 'LINUX') throw fieldRefusal('signature', 'apk.signatureInside')
  const keys = await packageKeysOf(db)
  if (keys.length === 0) throw fieldRefusal('signature', 'apk.noKeys')
  try {
    const line = signerOf(sha256.toString('hex'), Buffer.from(signature), keys)
    return { ...facts, schemes: ['ed25519'], signer: signerFacts(line) }
  } catch (error) {
    if (error instanceof PackageFault) throw fieldRefusal('signature', error.key, error.params)
    throw error
  }
}

/** The keys that packages may be signed with, each by its line of the setting. */
async function packageKeysOf(db: Context['db']): Promise<PackageKey[]> {
  const { packageKeys } = await readSetting(db, packageRules)
  return packageKeys.map((line) => ({ id: line, pem: pemOf(line) }))
}

/** The name of the key that a signature was made with; null: none that is known. */
export async function signerNamed(
  db: Context['db'],
  { sha256, signature }: { readonly sha256: Buffer; readonly signature: string },
): Promise<string | null> {
  try {
    const keys = await packageKeysOf(db)
    return nameIn(signerOf(sha256.toString('hex'), Buffer.from(signature), keys))
  } catch (error) {
    if (error instanceof PackageFault) return null
    throw error
  }
}

const nameIn = (line: string): string => line.slice(0, line.lastIndexOf(' '))

/** A line of the setting: a name, a space, the key. */
const pemOf = (line: string): string =>
  `-----BEGIN PUBLIC KEY-----\n${line.slice(line.lastIndexOf(' ') + 1)}\n-----END PUBLIC KEY-----\n`

function signerFacts(line: string): NonNullable<PackageFacts['signer']> {
  const key = createPublicKey(pemOf(line)).export({ type: 'spki', format: 'der' })
  return {
    subject: nameIn(line),
    sha256: createHash('sha256').update(key).digest('hex'),
    validFrom: null,
    validTo: null,
    key: 'Ed25519',
    isDebug: false,
  }
}
