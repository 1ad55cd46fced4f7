import { type Device, mayMove, type TextKey } from '@muster/contract'

/** Why each of these members cannot be changed now; null: it can. */
export interface Locks {
  readonly sn: TextKey | null
  readonly modelId: TextKey | null
  readonly orgId: TextKey | null
  readonly tid: TextKey | null
}

const none: Locks = { sn: null, modelId: null, orgId: null, tid: null }
const unused: readonly string[] = ['STOCK', 'ASSIGNED']

/** Which fields a terminal's state locks and why. */
export function locksOf(device: Pick<Device, 'lifecycle' | 'presence'> | null): Locks {
  if (!device) return none
  const { lifecycle, presence } = device
  const afterUse = unused.includes(lifecycle) ? null : 'device.why.lockedUsed'
  return {
    // It proves itself under its serial number from the first contact on.
    sn: presence === 'NEVER' ? afterUse : 'device.why.lockedSeen',
    modelId: afterUse,
    // A move asks what it changes, and by a right of its own.
    orgId: mayMove(lifecycle, 'MOVE') ? 'device.why.movedElsewhere' : 'device.why.lockedPlace',
    tid: lifecycle === 'ACTIVE' ? 'device.why.lockedActive' : null,
  }
}
