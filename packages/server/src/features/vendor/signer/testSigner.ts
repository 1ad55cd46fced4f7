import { codes, type SignerFault, vendorsPath } from '@muster/contract'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { Outside } from '../../../kit/serve.ts'
import { askSigner } from './askSigner.ts'
import { purposeOf } from './signer.ts'
import { vendorScope } from '../vendorScope.ts'

interface Signer {
  readonly name: string
  readonly signerUrl: string | null
  readonly signerKey: string | null
  readonly bootstrapCa: string | null
  readonly sealed: Buffer | null
}

/** Asks a vendor's service for a signature that nobody needs; the record keeps what came of it. */
export async function testSigner(ctx: Context, id: string): Promise<Outside<{ count: number }>> {
  const { rows } = await sql<Signer>`select name, signer_url, signer_key, bootstrap_ca,
      (select sealed from vendor_signer_secret secret where secret.vendor_id = vendor.id) as sealed
    from vendor where id = ${id} and deleted_at is null
      and ${vendorScope.rows(ctx.principal)}`.execute(ctx.db)
  const [signer] = rows
  if (!signer) throw notFound()
  const { signerUrl, sealed, signerKey, bootstrapCa } = signer
  if (signerUrl === null) throw fieldRefusal('signerUrl', 'vendor.noSigner')
  const { secrets, env } = ctx.platform
  const asked = {
    url: signerUrl,
    secret: sealed && secrets.open(sealed, purposeOf(id)).toString(),
    authority: bootstrapCa,
    key: signerKey,
    content: randomBytes(64),
    networks: env.webhookNetworks,
  }
  return new Outside(async () => {
    const fault = await askSigner(asked)
    return (after) => noteTest(after, { id, signer, fault })
  })
}

interface Tested {
  readonly id: string
  /** What was tested. */
  readonly signer: Signer
  readonly fault: SignerFault | null
}

async function noteTest(ctx: Context, { id, signer, fault }: Tested): Promise<{ count: number }> {
  const { name, signerUrl, signerKey, bootstrapCa, sealed } = signer
  const { numAffectedRows } = await sql`update vendor
    set signer_tested_at = ${ctx.now().toISOString()}, signer_fault = ${fault}
    where id = ${id} and signer_url = ${signerUrl} and signer_key is not distinct from ${signerKey}
      and bootstrap_ca is not distinct from ${bootstrapCa}
      and (select sealed from vendor_signer_secret secret where secret.vendor_id = vendor.id)
        is not distinct from ${sealed}`.execute(ctx.db)
  // What was found is nothing about the signer that it has now.
  if (numAffectedRows !== 1n) throw new Refusal(codes.wrongState, 'vendor.signerMoved')
  ctx.note({ targetIds: [id], about: { name }, after: { signerFault: fault } })
  ctx.changed(vendorsPath, [id])
  if (fault === null) return { count: 1 }
  throw new Refusal(codes.warning, `vendor.signerFault.${fault}`).afterCommit()
}
