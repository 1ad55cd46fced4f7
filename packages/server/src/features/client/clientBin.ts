import { createPublicKey } from 'node:crypto'
import { clientsPath, isNetwork } from '@muster/contract'
import type { Context } from '../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../kit/record.ts'
import { type Bin, recycleBin } from '../../kit/recycleBin.ts'
import { naming } from '../../kit/references.ts'
import { fieldRefusal } from '../../kit/refusal.ts'
import { organizationsBy } from '../../access/scope.ts'
import { requireClientsNotAbove, saveScope } from '../user/access/index.ts'
import { requireCallback, requireCallbacks } from './callback.ts'
import { makeSecret, noteMaker } from './secret.ts'

export const clientScope = organizationsBy('orgId')

const written = naming(recycleBin(clientsPath, 'apiClient', clientScope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])

type NewClient = NewRecord<'apiClient'>
type Client = StoredRow<'apiClient'> & {
  /** Told once, in the answer that made it. */
  readonly secret: string | null
}

/**
 * The bin of API clients. Nobody touches one that holds more than he does, neither before the
 * change nor after it: a network allowed, or a secret told, would be his.
 */
export const clientBin: Bin<Client, NewClient> = {
  ...written,
  async add(ctx, values) {
    requireNetworks(values)
    requireKey(values)
    requireCallback(ctx, values)
    const { id: clientId } = await written.add(ctx, values)
    // The narrowest scope and no right: who makes the client widens them as far as his own go.
    const narrowest = { kind: 'SELF', organizations: [], vendorIds: [], modelIds: [] } as const
    await saveScope(
      ctx,
      { clientId },
      { ...narrowest, organizations: [], vendorIds: [], modelIds: [] },
    )
    const secret = await makeSecret(ctx, clientId)
    return { ...(await written.find(ctx, clientId)), secret }
  },
  async update(ctx, values) {
    const { id } = values
    const before = await written.find(ctx, id)
    await requireClientsNotAbove(ctx, [id])
    requireNetworks(values)
    requireKey(values)
    if ('callbackUrl' in values) requireCallback(ctx, { ...before, ...values })
    const after = await written.update(ctx, { ...values, ...awake(before, values) })
    if (after.publicKey !== before.publicKey) await noteMaker(ctx, id)
    // "Own organisation" is another one after a move.
    await requireClientsNotAbove(ctx, [id])
    return after
  },
  async setStatus(ctx, id, status) {
    const set = await written.setStatus(ctx, id, status)
    await requireClientsNotAbove(ctx, set)
    if (status === 1) await requireCallbacks(ctx, set)
    return set
  },
  async remove(ctx, ids) {
    const gone = await written.remove(ctx, ids)
    await requireClientsNotAbove(ctx, gone)
    return gone
  },
  async revert(ctx, ids) {
    const back = await written.revert(ctx, ids)
    await requireClientsNotAbove(ctx, back)
    await requireCallbacks(ctx, back)
    return back
  },
}

function requireNetworks({ ipAllow = [] }: Partial<NewClient>): void {
  if (!ipAllow.every(isNetwork)) throw fieldRefusal('ipAllow', 'rule.network')
}

/** Shorter keys have been broken; longer ones cost more than they guard. */
const keyBits = { least: 2048, most: 8192 }

function requireKey({ publicKey }: Partial<NewClient>): void {
  if (publicKey && !isGoodKey(publicKey)) throw fieldRefusal('publicKey', 'client.badKey')
}

function isGoodKey(pem: string): boolean {
  // Node makes the public half of a private key as well: that one has no business here.
  if (!pem.startsWith('-----BEGIN PUBLIC KEY-----')) return false
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem)
    const { modulusLength: bits = 0 } = asymmetricKeyDetails ?? {}
    return asymmetricKeyType === 'rsa' && bits >= keyBits.least && bits <= keyBits.most
  } catch {
    return false
  }
}

/** What failed at one address may do well at another. */
function awake(before: Client, { callbackUrl }: Partial<NewClient>) {
  if (callbackUrl === undefined || callbackUrl === before.callbackUrl) return {}
  const never = { webhookStoppedAt: null, webhookFailingSince: null, webhookRetryAt: null }
  return { ...never, webhookFailures: 0 }
}

/** A client of the caller's that is there, that holds no more than he does. */
export async function requireOwnClient(ctx: Context, id: string): Promise<Client> {
  const client = await clientBin.find(ctx, id)
  await requireClientsNotAbove(ctx, [id])
  return client
}
