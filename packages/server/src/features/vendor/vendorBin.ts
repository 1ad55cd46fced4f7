import { vendorsPath } from '@muster/contract'
import { madeBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../kit/record.ts'
import { type Bin, recycleBin, requireVersion } from '../../kit/recycleBin.ts'
import { enabledWhileUsed, keptWhileUsed } from '../../kit/references.ts'
import { fieldRefusal } from '../../kit/refusal.ts'
import { withCounts } from '../../kit/withCounts.ts'
import { requireImage } from '../file/image/index.ts'
import { ownCounts, ownlyCounted } from '../organization/index.ts'
import { followsSerialNumberRule, isSerialNumberRule } from './serialNumberRule.ts'
import { authorityOf } from './signer/authority.ts'
import { keepSecret, requireSigner, wasMoved } from './signer/signer.ts'
import { vendorScope } from './vendorScope.ts'

const uses = [
  {
    table: 'model',
    field: 'vendorId',
    name: 'name',
    says: 'used.model',
    scope: madeBy({ vendor: 'vendorId', model: 'id' }),
  },
] as const
const kept = keptWhileUsed(recycleBin(vendorsPath, 'vendor', vendorScope), uses)
const counted = withCounts(enabledWhileUsed(kept, uses), ownCounts('vendor'), ownlyCounted)

type Row = StoredRow<'vendor'>
type Entry = NewRecord<'vendor'> & { readonly signerSecret?: string | null }

/** Vendors: what they say of serial numbers holds together, and what opens their signer lies sealed. */
export const vendorBin: Bin<Row, Entry> = {
  ...counted,
  async add(ctx, { signerSecret = null, ...values }) {
    await requireGood(ctx, values, null)
    const { id } = await counted.add(ctx, { ...values, ...authorityOf(values, ctx.now()) })
    await keepSecret(ctx, id, signerSecret)
    return counted.find(ctx, id)
  },
  async update(ctx, { signerSecret = null, ...values }) {
    const before = await counted.find(ctx, values.id)
    await requireVersion(counted, ctx, { before, version: values.version })
    await requireGood(ctx, values, before)
    const isMoved = wasMoved(before, values)
    // Who points it elsewhere must know its secret: else it would be told to a stranger.
    if (isMoved && before.hasSignerSecret && !signerSecret && values.signerUrl)
      throw fieldRefusal('signerSecret', 'vendor.secretAgain')
    const tested = isMoved || signerSecret ? { signerTestedAt: null, signerFault: null } : {}
    await counted.update(ctx, { ...values, ...authorityOf(values, ctx.now()), ...tested })
    await keepSecret(ctx, values.id, signerSecret)
    return counted.find(ctx, values.id)
  },
}

async function requireGood(
  ctx: Context,
  values: Partial<Entry>,
  before: Row | null,
): Promise<void> {
  const { logo = null } = values
  if (!isSerialNumberRule(values.snRule ?? null)) throw fieldRefusal('snRule', 'rule.pattern')
  requireSample({ ...before, ...values })
  requireMayTrust(ctx, values.bootstrapCa ?? null, before)
  requireSigner(ctx, { ...before, ...values })
  await requireImage(ctx, { field: 'logo', name: logo, use: 'logo' })
}

/**
 * An authority vouches for the vendor's terminals wherever they are: it is for those to name who see
 * everything. One that is known already stays with the form.
 */
function requireMayTrust(
  { principal }: Context,
  bootstrapCa: string | null,
  before: Row | null,
): void {
  if (bootstrapCa === null || bootstrapCa === before?.bootstrapCa) return
  if (!principal.scope.all) throw fieldRefusal('bootstrapCa', 'vendor.platformOnly')
}

/** The sample shows whether rule and prefixes say what they were meant to. */
function requireSample({ snSample = null, snRule = null, snPrefixes = [] }: Partial<Entry>): void {
  if (snSample && !followsSerialNumberRule(snSample, { snRule, snPrefixes }))
    throw fieldRefusal('snSample', 'vendor.sampleBreaksRule')
}
