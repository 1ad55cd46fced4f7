import { createPublicKey } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { addressFault } from '../../../platform/outbound.ts'

interface Signer {
  readonly signingMode?: string | undefined
  readonly signerUrl?: string | null | undefined
  readonly signerKey?: string | null | undefined
  readonly bootstrapCa?: string | null | undefined
}

export const purposeOf = (vendorId: string): string => `vendor_signer_secret:${vendorId}`

/** A service that signs has an address that may be reached, and a key that is one. */
export function requireSigner(
  { platform }: Context,
  { signingMode, signerUrl = null, signerKey = null }: Signer,
): void {
  if (signingMode === 'ONLINE' && !signerUrl) throw fieldRefusal('signerUrl', 'rule.required')
  const fault = signerUrl && addressFault(signerUrl, platform.env.webhookNetworks)
  if (fault) throw fieldRefusal('signerUrl', fault)
  if (signerKey && !isPublicKey(signerKey)) throw fieldRefusal('signerKey', 'vendor.noKey')
}

/** A private key would make a public one, too: nobody is to paste that here. */
function isPublicKey(pem: string): boolean {
  if (!pem.startsWith('-----BEGIN PUBLIC KEY-----')) return false
  try {
    createPublicKey(pem)
    return true
  } catch {
    return false
  }
}

/** Whether the next test would speak to somebody else, or judge otherwise what he says. */
export const wasMoved = (before: Signer, after: Signer): boolean =>
  (['signerUrl', 'signerKey', 'bootstrapCa'] as const).some(
    (member) => after[member] !== undefined && after[member] !== before[member],
  )

/** Seals what opens a vendor's signer; null: what is known stays. */
export async function keepSecret(
  { db, platform }: Context,
  vendorId: string,
  secret: string | null,
): Promise<void> {
  if (!secret) return
  const sealed = platform.secrets.seal(Buffer.from(secret), purposeOf(vendorId))
  await sql`insert into vendor_signer_secret as kept (vendor_id, sealed) values (${vendorId}, ${sealed})
    on conflict (vendor_id) do update set sealed = excluded.sealed`.execute(db)
}
