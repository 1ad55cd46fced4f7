import { createHash, createPublicKey } from 'node:crypto'
import { packageRules, type PackageFacts } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { readSetting } from '../../system/setting/index.ts'
import { appScope } from '../appScope.ts'
import { PackageFault } from '../verify/fault.ts'
import { type PackageKey, signerOf } from '../verify/linux/signature.ts'

interface Beside {
  readonly facts: PackageFacts
  readonly sha256: Buffer
  /** In Base64; null: there is none. */
  readonly signature: string | null
  /** The application that it is of; null: that of its package. */
  readonly appId: string | null
}

/** The facts of a package with the signer of the signature that lies beside it; refuses a wrong one. */
export async function withSignature(
  ctx: Pick<Context, 'db' | 'principal'>,
  { facts, sha256, signature, appId }: Beside,
): Promise<PackageFacts> {
  if (signature === null) return facts
  if (facts.osKind !== 'LINUX') throw fieldRefusal('signature', 'apk.signatureInside')
  const keys = await packageKeysOf(ctx.db, await orgOf(ctx, facts, appId))
  if (keys.length === 0) throw fieldRefusal('signature', 'apk.noKeys')
  try {
    const line = signerOf(sha256.toString('hex'), Buffer.from(signature), keys)
    return { ...facts, schemes: ['ed25519'], signer: signerFacts(line) }
  } catch (error) {
    if (error instanceof PackageFault) throw fieldRefusal('signature', error.key, error.params)
    throw error
  }
}

/** Whose application it is, among those that the caller sees; null: nobody's yet. */
async function orgOf(
  { db, principal }: Pick<Context, 'db' | 'principal'>,
  { packageName, osKind }: PackageFacts,
  appId: string | null,
): Promise<string | null> {
  const isIt =
    appId === null ? sql`package = ${packageName} and os_kind = ${osKind}` : sql`id = ${appId}`
  const { rows } = await sql<{ orgId: string }>`select org_id from app
    where ${isIt} and deleted_at is null and ${appScope.rows(principal)}
    order by created_at limit 1`.execute(db)
  return rows[0]?.orgId ?? null
}

/** The keys that packages of an organisation may be signed with: those of all, then its own and those above it. */
async function packageKeysOf(db: Context['db'], orgId: string | null): Promise<PackageKey[]> {
  const { packageKeys } = await readSetting(db, packageRules)
  const { rows } = await sql<{ line: string }>`select key.alias || ' ' || key.reference as line
    from organization here join organization above on above.path @> here.path
      join organization_key key on key.org_id = above.id
    where here.id = ${orgId} and key.kind = 'APP_SIGNING' and key.revoked_at is null
      and (key.expires_at is null or key.expires_at > now())
    order by nlevel(above.path) desc, key.created_at desc limit 200`.execute(db)
  return [...packageKeys, ...rows.map(({ line }) => line)].map((line) => ({
    id: line,
    pem: pemOf(line),
  }))
}

interface Signed {
  readonly orgId: string
  readonly sha256: Buffer
  readonly signature: string
}

/** The name of the key that a signature was made with; null: none that is known to its organisation. */
export async function signerNamed(
  db: Context['db'],
  { orgId, sha256, signature }: Signed,
): Promise<string | null> {
  try {
    const keys = await packageKeysOf(db, orgId)
    return nameIn(signerOf(sha256.toString('hex'), Buffer.from(signature), keys))
  } catch (error) {
    if (error instanceof PackageFault) return null
    throw error
  }
}

const nameIn = (line: string): string => line.slice(0, line.lastIndexOf(' '))

/** A name, a space, the key. */
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
